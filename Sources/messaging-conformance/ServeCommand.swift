internal import ArgumentParser
internal import Foundation
internal import MessagingConformance
internal import MessagingCore

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves a built-in store over lines of JSON, as an adapter does.",
    discussion: """
      For those who write an adapter in another language (Spec/guides/any-language.md) and want to \
      see what ours answers. It reads requests from the standard input until that ends.

      EXAMPLES
        echo '{"id":1,"do":"hello","version":1}' | messaging-conformance serve --subject sqlite
        messaging-conformance run --command 'messaging-conformance serve --subject sqlite'
      """)

  @Option(help: ArgumentHelp("Which store.", valueName: "name"))
  var subject = "memory"

  func run() async throws {
    guard let store = try SubjectOptions.named(subject) as? any RepositorySubject else {
      Console.error("error: '\(subject)' is no store")
      throw ExitCode(Verdict.usageExitCode)
    }
    let output = Locked(FileHandle.standardOutput.fileDescriptor)
    let server = AdapterServer(store) { line in
      output.withLock { FileHandle(fileDescriptor: $0).write(Data(line + [10])) }
    }
    while let line = readLine() {
      do {
        try await server.hear(Array(line.utf8))
      } catch {
        Console.error("error: a request that cannot be answered: \(error)")
        throw ExitCode(Verdict.broken.exitCode)
      }
    }
  }
}
