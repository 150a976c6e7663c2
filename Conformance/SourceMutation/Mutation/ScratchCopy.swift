package import Foundation
package import SourceFaults

/// A copy of the package whose sources have faults behind a switch.
package struct ScratchCopy: Sendable {
  static let casesFolder = "Conformance/SourceMutation/Cases"
  private static let product = "mutation-cases"

  private let folder: URL
  private let tree: SourceTree
  /// What the compiler is told besides, such as `-c release`.
  private let configuration: String
  /// The targets of tests that stay in the copy.
  private let tests: [String]

  /// - Parameters:
  ///   - folder: where the copy and its build are.
  ///   - tests: the targets of tests that are built too.
  package init(
    of tree: SourceTree, in folder: URL, configuration: String, tests: [String] = []
  ) {
    self.tree = tree
    self.folder = folder
    self.configuration = configuration
    self.tests = tests
  }

  private var copy: URL { folder.appendingPathComponent("copy") }

  private var place: [String] {
    [
      "--package-path", copy.path, "--scratch-path", folder.appendingPathComponent("build").path,
      "-c", configuration,
    ]
  }

  // Each build takes minutes: it has to tell all that does not compile.
  private var buildArguments: [String] {
    ["build"] + place + ["-Xswiftc", "-continue-building-after-errors"]
  }

  /// Runs the tests of a target that was built, without the samples of the guides.
  func test(_ target: String, environment: [String: String]) async throws -> Tool.Ending {
    let arguments = ["test"] + place + ["--skip-build", "--disable-xctest"]
    let skips = SubjectTable.skippedTests.flatMap { ["--skip", "^\(target)\\.\($0)/"] }
    return try await Tool(
      "swift", arguments + ["--filter", "^\(target)\\."] + skips, environment: environment
    ).run()
  }

  /// The program that runs cases.
  package func program() async throws -> String {
    let ending = try await Tool("swift", buildArguments + ["--show-bin-path"]).run()
    guard ending.status == 0 else { throw MutationError(description: ending.output) }
    let lines = ending.output.split(separator: "\n")
    return "\(lines.last ?? "")/\(Self.product)"
  }

  /// Writes the copy: what did not change keeps its time, so that it is not compiled again.
  package func write(_ planted: [String: PlantedFile], count: Int) throws {
    var wanted = tree.files
    for (path, file) in planted { wanted[path] = Data(file.text.utf8) }
    wanted["Package.swift"]?.append(Data(manifest.utf8))
    for (path, text) in Self.switchFiles(count: count) { wanted[path] = Data(text.utf8) }
    let known = FileManager.default.enumerator(atPath: copy.path)?.allObjects ?? []
    for case let path as String in known where wanted[path] == nil {
      let url = copy.appendingPathComponent(path)
      if !url.isFolder, path != "Package.resolved" {
        try FileManager.default.removeItem(at: url)
      }
    }
    for (path, data) in wanted {
      let url = copy.appendingPathComponent(path)
      if (try? Data(contentsOf: url)) == data { continue }
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
  }

  /// Builds the program.
  ///
  /// - Returns: the places that do not compile, with what the compiler says; none if it was built.
  package func build() async throws -> [CompilerError] {
    var ending = try await Tool("swift", buildArguments + ["--product", Self.product]).run()
    if ending.status == 0, !tests.isEmpty {
      let arguments = buildArguments + ["--build-tests", "--disable-xctest"]
      ending = try await Tool("swift", arguments).run()
    }
    if ending.status == 0 { return [] }
    // Links on the way may be resolved in the compiler's paths, or not.
    let roots = [copy.path, copy.resolvingSymlinksInPath().path]
    let errors = CompilerError.all(in: ending.output, below: roots)
    guard !errors.isEmpty else {
      throw MutationError(description: "the copy does not build:\n\(ending.output.suffix(4000))")
    }
    return errors
  }

  private var manifest: String {
    """

    // Written by Conformance/mutate.
    package.targets.removeAll { $0.type == .test && !\(tests).contains($0.name) }
    for target in package.targets where target.name.hasPrefix("Messaging") && target.type != .test {
      target.dependencies.append("\(PlantedFile.switchModule)")
    }
    package.targets += [
      .target(name: "\(PlantedFile.switchModule)", path: "\(PlantedFile.switchModule)"),
      .executableTarget(
        name: "\(Self.product)",
        dependencies: ["BuiltInSubjects", "MessagingConformance", "\(PlantedFile.switchModule)"],
        path: "\(Self.casesFolder)", swiftSettings: settings),
    ]

    """
  }

  /// In C, because the inner ring imports nothing that could be used here. The number is read
  /// before anything else runs; what is reached is noted without a lock, because every writer
  /// writes the same.
  private static func switchFiles(count: Int) -> [String: String] {
    let name = PlantedFile.switchModule
    let header = """
      extern int mutation_active;
      extern unsigned char mutation_reached[];
      static inline _Bool mutation_is(int number) {
        mutation_reached[number] = 1;
        return mutation_active == number;
      }
      int mutation_count(void);
      _Bool mutation_was_reached(int number);
      void mutation_clear(void);

      """
    let body = """
      #include "include/\(name).h"
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>

      int mutation_active = 0;
      unsigned char mutation_reached[\(count + 1)];

      __attribute__((constructor)) static void read_once(void) {
        const char *number = getenv("MESSAGING_MUTATION");
        if (number) mutation_active = atoi(number);
        /* Tests have no watchdog of their own. */
        const char *seconds = getenv("MESSAGING_MUTATION_SECONDS");
        if (seconds) alarm(atoi(seconds));
        /* Whoever starts this may block signals; the alarm has to come through. */
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
      }

      /* Which faults a program reached, one number a line. */
      __attribute__((destructor)) static void write_reached(void) {
        const char *path = getenv("MESSAGING_MUTATION_REACHED");
        FILE *file = path ? fopen(path, "a") : NULL;
        if (!file) return;
        for (int number = 1; number <= \(count); number++)
          if (mutation_reached[number]) fprintf(file, "%d\\n", number);
        fclose(file);
      }

      int mutation_count(void) { return \(count); }
      _Bool mutation_was_reached(int number) { return mutation_reached[number]; }
      void mutation_clear(void) { memset(mutation_reached, 0, sizeof mutation_reached); }

      """
    return ["\(name)/include/\(name).h": header, "\(name)/\(name).c": body]
  }
}

extension URL {
  var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

/// A place that does not compile.
package struct CompilerError: Hashable, Sendable {
  /// From the root of the copy.
  package let path: String
  package let line: Int
  package let column: Int
  package let message: String

  /// Reads `/…/Gap.swift:12:7: error: …`, once each.
  package static func all(in output: String, below roots: [String]) -> [CompilerError] {
    var seen: Set<CompilerError> = []
    return output.split(separator: "\n").compactMap { line in
      let halves = line.split(separator: ": error: ", maxSplits: 1)
      guard halves.count == 2 else { return nil }
      let parts = halves[0].split(separator: ":")
      guard parts.count == 3, let row = Int(parts[1]), let column = Int(parts[2]),
        let root = roots.first(where: { parts[0].hasPrefix($0 + "/") })
      else { return nil }
      return CompilerError(
        path: String(parts[0].dropFirst(root.count + 1)), line: row, column: column,
        message: String(halves[1]))
    }.filter { seen.insert($0).inserted }
  }
}
