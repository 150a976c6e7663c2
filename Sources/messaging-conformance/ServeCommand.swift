internal import ArgumentParser
internal import Foundation
internal import MessagingConformance
internal import MessagingCore

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves a built-in subject over lines of JSON, as an adapter does.",
    discussion: """
      For authors of an adapter in another language (Spec/guides/any-language.md) who want to \
      see the answers of this one. It reads requests until the standard input ends.

      EXAMPLES
        echo '{"id":1,"do":"hello","version":1}' | messaging-conformance serve --subject sqlite
        messaging-conformance run --command 'messaging-conformance serve --subject sqlite'
        messaging-conformance run --command 'messaging-conformance serve --subject model'
      """)

  @Option(help: ArgumentHelp("The subject to serve.", valueName: "name"))
  var subject = "memory"

  func run() async throws {
    let served = try SubjectOptions.named(subject)
    guard AdapterServer.canServe(served) else {
      Console.error("error: '\(subject)' has no role that a program in another process can play")
      throw ExitCode(Verdict.usageExitCode)
    }
    let output = Locked(FileHandle.standardOutput.fileDescriptor)
    let server = AdapterServer(served) { line in
      output.withLock { FileHandle(fileDescriptor: $0).write(Data(line + [10])) }
    }
    while let line = readLine() {
      do {
        try await server.hear(Array(line.utf8))
      } catch {
        Console.error("error: cannot answer a request: \(error)")
        throw ExitCode(Verdict.broken.exitCode)
      }
    }
  }
}
