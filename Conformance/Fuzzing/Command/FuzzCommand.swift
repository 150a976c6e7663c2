internal import Foundation
internal import FuzzTargets

/// Gives bytes to a target: those of libFuzzer, or those of files.
///
///     messaging-fuzz TARGET [what libFuzzer is told]
///     messaging-fuzz --list
///     messaging-fuzz --seeds TARGET FOLDER     writes what the target begins with
@main
enum FuzzCommand {
  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    case "--list": for target in FuzzTarget.all { print(target.name) }
    case "--seeds": writeSeeds()
    case let name?:
      guard FuzzTarget[name] != nil else {
        stop("no target is called \(name); --list shows all", 64)
      }
      fuzz()
    case nil: stop("name a target; --list shows all", 64)
    }
  }

  /// The target of this process.
  private static let target = FuzzTarget[CommandLine.arguments[1]]

  private static func fuzz() {
    var count = CommandLine.argc - 1
    var arguments = CommandLine.unsafeArgv + 1
    let status = runDriver(&count, &arguments) { bytes, size in
      let input = Array(UnsafeBufferPointer(start: bytes, count: size))
      if let problem = FuzzCommand.target?.problem(input) { fatalError("violation: \(problem)") }
      return 0
    }
    exit(status)
  }

  private static func writeSeeds() {
    guard CommandLine.arguments.count == 4, let target = FuzzTarget[CommandLine.arguments[2]]
    else { stop("write: messaging-fuzz --seeds TARGET FOLDER", 64) }
    let folder = URL(fileURLWithPath: CommandLine.arguments[3])
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (number, seed) in FuzzInputs(root: URL(fileURLWithPath: ".")).seeds(of: target)
        .enumerated()
      {
        try Data(seed).write(to: folder.appendingPathComponent("seed-\(number)"))
      }
    } catch {
      stop("\(error)", 3)
    }
  }

  private static func stop(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(status)
  }

  @_silgen_name("LLVMFuzzerRunDriver")
  private static func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>, Int) -> Int32
  ) -> Int32
}
