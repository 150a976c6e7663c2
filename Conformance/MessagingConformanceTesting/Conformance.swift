public import MessagingConformance
public import Testing

/// The suite as Swift tests.
///
///     @Suite(.conformance(MyChat(), reports: ".build/conformance"))
///     struct MyChatConformance {
///       @Test(arguments: Conformance.requirements)
///       func requirement(_ requirement: ConformanceRequirement) async {
///         await requirement.check()
///       }
///     }
public enum Conformance {
  /// The requirements for a repository that have evidence, as arguments for a test.
  public static var requirements: [ConformanceRequirement] { requirements(for: .repository) }

  /// The requirements for some roles that have evidence, as arguments for a test:
  /// `Conformance.requirements(for: .diff)`. If the Spec cannot be read, there is one argument,
  /// which fails with the reason.
  public static func requirements(for roles: Role...) -> [ConformanceRequirement] {
    do {
      return try Spec.bundled().requirements
        .filter { $0.withdrawn == nil && !$0.blocks.isEmpty && roles.contains($0.id.area.role) }
        .map { ConformanceRequirement(id: $0.id, title: $0.title, problem: nil) }
    } catch {
      return [ConformanceRequirement(id: nil, title: "the Spec", problem: "\(error)")]
    }
  }

  /// Checks one requirement on a subject, outside of a `.conformance` suite and without the
  /// requirements on which it depends.
  ///
  /// - Parameter options: by default, one run of everything; its replay hint names the current
  ///   test.
  public static func check(
    _ id: String, on subject: any ConformanceSubject, options: RunOptions? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    do {
      let again = ReplayHint.tests(filter: Test.current?.name ?? id)
      let runner = ConformanceRunner(
        spec: try .bundled(), options: options ?? RunOptions(replay: again))
      guard let requirement = RequirementID(id) else {
        Issue.record(
          "'\(id)' is not the id of a requirement; write REPO-004", sourceLocation: sourceLocation)
        return
      }
      guard subject.roles.contains(requirement.area.role) else {
        Issue.record(
          "\(id) needs the role '\(requirement.area.role)', which \(subject.name) does not play",
          sourceLocation: sourceLocation)
        return
      }
      let report = await ProcessLauncher.$current.withValue(.ofTests) {
        await runner.report(of: requirement, on: subject)
      }
      if report.results.isEmpty {
        Issue.record("\(id) has no evidence", sourceLocation: sourceLocation)
      }
      record(report, of: requirement, at: sourceLocation)
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }

  /// Records the results of a requirement as issues of the current test.
  static func record(
    _ report: Report, of requirement: RequirementID, at location: SourceLocation
  ) {
    for account in report.accounts(of: requirement) {
      let comment = Comment(rawValue: account.text)
      if let picture = account.result.failure?.picture {
        let name = "\(requirement)-\(account.result.id.slug).svg"
        Attachment.record(Array(picture.utf8), named: name, sourceLocation: location)
      }
      switch account.result.outcome {
      case .knownFail:
        withKnownIssue(comment) { Issue.record(comment, sourceLocation: location) }
      case .fail where account.result.isWarning:
        Issue.record(comment, severity: .warning, sourceLocation: location)
      case .fail, .error, .unexpectedPass, .inconclusive:
        Issue.record(comment, sourceLocation: location)
      case .pass, .unsupported, .blocked, .untested, .notRun: break
      }
    }
    if let reason = report.silence(on: requirement) { cancel(reason, at: location) }
  }

  /// Cancels the current test with a reason, if the toolchain supports it.
  static func cancel(_ reason: String, at location: SourceLocation) {
    #if compiler(>=6.3)
      do {
        try Test.cancel(Comment(rawValue: reason), sourceLocation: location)
      } catch {
        // The error exists to end the test; nothing follows here.
      }
    #endif
  }
}

/// A requirement as the argument of a test.
public struct ConformanceRequirement: Sendable, CustomTestStringConvertible {
  let id: RequirementID?
  let title: String
  let problem: String?

  public var testDescription: String { id.map { "\($0) \(title)" } ?? title }

  /// Records the results of the requirement on the suite's subject.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) async {
    guard let id else {
      Issue.record("\(problem ?? title)", sourceLocation: sourceLocation)
      return
    }
    guard let session = ConformanceSession.current else {
      Issue.record(
        "the @Suite has no .conformance trait; add @Suite(.conformance(MySubject()))",
        sourceLocation: sourceLocation)
      return
    }
    guard session.subject.roles.contains(id.area.role) else {
      let played = session.subject.roles.sorted().map { ".\($0)" }.joined(separator: ", ")
      await session.note(
        mistake: """
          \(id) needs the role '\(id.area.role)', which \(session.subject.name) does not play; \
          write Conformance.requirements(for: \(played))
          """)
      return Conformance.cancel("another role", at: sourceLocation)
    }
    do {
      let report = try await session.report(noting: id)
      Conformance.record(report, of: id, at: sourceLocation)
    } catch {
      // One mistake is one issue, however many tests run into it.
      await session.note(mistake: "\(error)")
      Conformance.cancel("the suite could not run", at: sourceLocation)
    }
  }
}
