internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

/// The page `Spec/tables.md`: codes, limits, defaults and states, from the values and the doc
/// comments of the code.
struct TablesPage {
  let spec: Spec
  let sources: SourceTree

  func text() async -> String {
    """
    # Tables

    Generated from the values and the doc comments of the code by `messaging-conformance spec check
    --write`; a test compares.

    - [Error codes](#error-codes) and [notice codes](#notice-codes) of a repository, and the codes of
      [a difference](#codes-of-a-difference)
    - [What follows a failure of sending](#what-follows-a-failure-of-sending) and [how long is waited
      before the next attempt](#how-long-is-waited-before-the-next-attempt)
    - [Limits](#limits) and [defaults](#defaults)
    - [States](#states): delivery, upload, local changes

    ## Error codes

    A repository throws `RepositoryError`; nothing has been changed then. `userMessage` has a sentence
    for people. The last column lists the rules that name a code.

    \(errorCodes)
    ## Notice codes

    A commit lists what it left out on purpose. A notice is not an error.

    \(noticeCodes)
    ## Codes of a difference

    `TimelineDiff.apply(to:)` throws `TimelineDiffError`.

    \(diffCodes)
    ## What follows a failure of sending

    The transport says which kind of failure it was (`SendError.Kind`).

    \(failureKinds)
    ## How long is waited before the next attempt

    The wait doubles, and chance takes up to \(percent(RetryPolicy().jitter)) of it away. If the
    server orders a longer wait, that one counts.

    \(retries)
    ## Limits

    Everything that grows has a bound. At the limit it is accepted, one past it is refused
    ([REPO-030](requirements/REPO.md#REPO-030)).

    \(limits)
    ## Defaults

    Where products differ, a policy decides. Times are milliseconds, lengths on a screen points.
    \(defaults)
    ## States

    Each arrow was tried when this page was written: a store in the first state took the change, and
    was in the second state afterwards. Changes that leave the state as it is are left out. `[*]` means
    that nothing is stored, before or after.

    ### Delivery of a message of the owner

    \(await StateDiagrams.delivery().mermaid)
    ### A local change: an edit, a deletion or a reaction of the owner

    *In flight* and *perhaps taken* mean that the server may have it: it cannot be cancelled then
    ([REPO-058](requirements/REPO.md#REPO-058)).

    \(await StateDiagrams.dependent().mermaid)
    ### Upload of a file

    The store takes what the send worker reports.

    \(await StateDiagrams.upload().mermaid)
    """
  }

  /// A table in Markdown, with a line end.
  func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { line in
      "| "
        + line.map {
          $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
        }
        .joined(separator: " | ") + " |\n"
    }.joined()
  }

  /// A doc comment as Markdown: names of code in single back quotes, ids of rules as links.
  func prose(_ comment: String) -> String {
    let parts = comment.split(separator: "``", omittingEmptySubsequences: false)
      .joined(separator: "`").split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      guard !index.isMultiple(of: 2) else { return String(part) }
      return link(String(part)) ?? "`\(part)`"
    }.joined()
  }

  /// A link to a rule; `nil` for other words.
  func link(_ word: String) -> String? {
    guard let id = RequirementID(word[...]), let rule = spec[id] else { return nil }
    return "[\(id)](requirements/\(rule.location.file)#\(id))"
  }

  func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
}
