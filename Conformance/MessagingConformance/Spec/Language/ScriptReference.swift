/// A time in a script: `@10`, or `@10/12` where the two clocks differ.
package struct ScriptTime: Hashable, Sendable, CustomStringConvertible {
  /// The server's time in milliseconds.
  package let server: Int64
  /// The message's own timestamp in milliseconds. It equals `server` unless it is written.
  package let timestamp: Int64

  /// Creates a time on both clocks.
  package init(server: Int64, timestamp: Int64) {
    self.server = server
    self.timestamp = timestamp
  }

  /// Reads `10`, `10/12` or `10:00`; `nil` for anything else.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      Int64(part) ?? ClockWords.milliseconds(part)
    }
    guard let server = parts.first ?? nil, parts.count <= 2, let timestamp = parts.last ?? nil
    else { return nil }
    self.init(server: server, timestamp: timestamp)
  }

  /// `@10` or `@10/12`.
  package var description: String {
    server == timestamp ? "@\(server)" : "@\(server)/\(timestamp)"
  }
}

/// The name of a message in scripts. `c1` was created on this device, `s7` comes from the network,
/// `s7=c1` is both, and `@10` is the time.
package struct ScriptReference: Hashable, Sendable, CustomStringConvertible {
  /// The number after `c`, if the message has an identity from this client.
  package let client: Int?
  /// The number after `s`, if the message has a remote id: the text `s7`.
  package let remote: Int?
  /// The time, if the script names one.
  package let time: ScriptTime?

  /// Creates a reference. At least one of the two numbers is given.
  init(client: Int?, remote: Int?, time: ScriptTime?) {
    self.client = client
    self.remote = remote
    self.time = time
  }

  /// Reads `c1`, `s7`, `s7@10`, `s7@10/12`, `s7=c1@10`; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    let text = String(text)
    let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    var time: ScriptTime?
    if halves.count == 2 {
      time = ScriptTime(halves[1])
      guard time != nil else { return nil }
    }
    let names = (halves.first ?? "").split(separator: "=", omittingEmptySubsequences: false)
    let first = names.first.flatMap { ScriptReference.name($0) }
    switch (names.count, first) {
    case (1, ("c", let number)?): self.init(client: number, remote: nil, time: time)
    case (1, ("s", let number)?): self.init(client: nil, remote: number, time: time)
    case (2, ("s", let number)?):
      guard case ("c", let client)? = ScriptReference.name(names[1]) else { return nil }
      self.init(client: client, remote: number, time: time)
    default: return nil
    }
  }

  /// `s7=c1@10`.
  package var description: String { name + (time?.description ?? "") }

  /// `s7`, `c1` or `s7=c1`: the reference without its time.
  package var name: String {
    [remote.map { "s\($0)" }, client.map { "c\($0)" }].compactMap { $0 }.joined(separator: "=")
  }

  /// Whether a word can only be meant as a reference: it begins with `s` or `c` and a digit.
  static func looksLikeOne(_ word: some StringProtocol) -> Bool {
    let bytes = Array(word.utf8.prefix(2))
    return bytes.count == 2 && (bytes[0] == UInt8(ascii: "s") || bytes[0] == UInt8(ascii: "c"))
      && (48...57).contains(bytes[1])
  }

  private static func name(_ text: Substring) -> (Character, Int)? {
    guard let letter = text.first, text.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(text.dropFirst())
    else { return nil }
    return (letter, number)
  }
}
