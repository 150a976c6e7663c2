internal import MessagingConformance
internal import MessagingModel

extension TablesPage {
  var failureKinds: String {
    let comments = SourceComments(
      of: "Kind", in: sources.text(of: "Sources/MessagingModel/Sending/SendRequest.swift"))
    let policy = RetryPolicy()
    let codes = policy.transientCodes.map { "`\($0.string)`" }.sorted().joined(separator: " ")
    let rows = comments.members.map { member in
      ["`\(member.name)`", prose(member.comment), prose(Self.consequence(of: member.name, codes))]
    }
    return table(["kind", "means", "what follows"], rows)
  }

  private static func consequence(of kind: String, _ codes: String) -> String {
    let kinds: [SendError.Kind: String] = [
      .offline: "Stays `sending`, for any duration; tried again with the network (`SEND-022`).",
      .indeterminate: "Tried again under the same key: the server recognises it (`SEND-015`).",
      .transient: "Tried again, later each time (`SEND-023`); fails as `expired` (`SEND-029`).",
      .unauthorized: "Stays `sending`; nothing is sent before a sign-in (`SEND-112`, `SEND-113`).",
      .permanent: "Fails at once; what comes after it waits, or goes on (`SEND-010`).",
      .unclassified:
        "Codes \(codes) and 500…599 are tried again (`SEND-085`), 401 waits for a sign-in "
        + "(`SEND-112`), others fail (`SEND-025`).",
    ]
    return kinds.first { "\($0.key)" == kind }?.value ?? ""
  }

  var retries: String {
    let policy = RetryPolicy()
    var rows: [[String]] = []
    var attempt = 1
    repeat {
      let longest = policy.delay(afterFailures: attempt)
      let shortest = Int64(Double(longest) * (1 - policy.jitter))
      let isLast = longest >= policy.longestDelay
      rows.append([isLast ? "\(attempt) and more" : "\(attempt)", "\(shortest)…\(longest) ms"])
      attempt += 1
      if isLast { break }
    } while attempt < 64
    return table(["failures so far", "next attempt after"], rows)
  }
}
