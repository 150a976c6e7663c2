internal import Foundation

/// A living conversation in the browser, driven by the models of this package.
@main struct LabProgram {
  static let usage = """
    usage: messaging-lab [--port N]

    Serves the page on 127.0.0.1 and says its address. Without --port the system chooses one.
    Ends when it is interrupted.
    """

  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    var port: UInt16 = 0
    while let argument = arguments.popFirst() {
      switch argument {
      case "--port":
        guard let number = arguments.popFirst().flatMap(UInt16.init) else { stop(usage, 64) }
        port = number
      case "-h", "--help": stop(usage, 0)
      default: stop(usage, 64)
      }
    }
    do {
      try await LabServer(port: port).run { address in
        print("The lab is at \(address)")
        fflush(nil)
      }
    } catch {
      stop("error: the lab cannot listen on port \(port): \(error)", 3)
    }
  }

  private static func stop(_ text: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(status)
  }
}
