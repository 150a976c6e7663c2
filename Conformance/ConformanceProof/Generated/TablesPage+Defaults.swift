internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension TablesPage {
  var limits: String {
    let source = sources.text(of: "Sources/MessagingModel/Log/Limits.swift")
    let members = SourceComments(of: "Limits", in: source).members
    return table(
      ["limit", "value", "bounds"],
      members.map { member in
        let value = SpecConstants.all["limit.\(member.name)"].flatMap { Int64($0) }
        return ["`Limits.\(member.name)`", value.map(Self.grouped) ?? "?", prose(member.comment)]
      })
  }

  var defaults: String {
    let model = "Sources/MessagingModel"
    let timeline = "Sources/MessagingTimeline"
    return [
      part("SendPolicy", SendPolicy(), "\(model)/Sending/SendPolicy.swift"),
      part("RetryPolicy", RetryPolicy(), "\(model)/Sending/SendPolicy.swift"),
      part("SyncPolicy", SyncPolicy(), "\(model)/Syncing/SyncPolicy.swift"),
      part("DownloadPolicy", DownloadPolicy(), "\(model)/Downloading/DownloadPolicy.swift"),
      part(
        "WindowOptions", WindowOptions(conversation: "k1"), "\(timeline)/Window/WindowReading.swift"
      ),
      part(
        "TimelineOptions", TimelineOptions(owner: "me", conversation: "k1"),
        "\(timeline)/Conversation/TimelineOptions.swift"),
      part(
        "ConversationListOptions", ConversationListOptions(owner: "me"),
        "\(timeline)/ConversationList/ConversationListOptions.swift"),
      part("ScrollOptions", ScrollOptions(), "\(timeline)/Scrolling/ScrollReading.swift"),
      part(
        "AnnouncementOptions", AnnouncementOptions(),
        "Sources/MessagingCore/Repository/AnnouncementOptions.swift"),
    ].joined()
  }

  /// The members of a policy that are numbers, times, words or switches.
  private func part(_ type: String, _ value: Any, _ path: String) -> String {
    let comments = SourceComments(of: type, in: sources.text(of: path))
    let rows = Mirror(reflecting: value).children.compactMap { child -> [String]? in
      guard let name = child.label, let text = Self.plain(child.value) else { return nil }
      return ["`\(name)`", text, prose(comments[name])]
    }
    return "\n### `\(type)`\n\n" + table(["", "default", "means"], rows)
  }

  /// A value in words; `nil` for one with members of its own.
  private static func plain(_ value: Any) -> String? {
    switch value {
    case let number as Int: return grouped(Int64(number))
    case let number as Int64: return grouped(number)
    case let number as Double: return "\(number)"
    case let flag as Bool: return flag ? "yes" : "no"
    case let codes as Set<ExactString>:
      return codes.map { "`\($0.string)`" }.sorted().joined(separator: " ")
    case let duration as Duration:
      let (seconds, attoseconds) = duration.components
      return grouped(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) + " ms"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      guard let inside = mirror.children.first?.value else { return "none" }
      return plain(inside)
    }
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? "\(value)" : nil
  }

  /// With a comma after each three digits.
  static func grouped(_ number: Int64) -> String {
    let digits = Array("\(number.magnitude)")
    let text = digits.enumerated().map { index, digit in
      (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digit)
    }.joined()
    return number < 0 ? "-\(text)" : text
  }
}
