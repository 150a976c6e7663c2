internal import MessagingModel

/// A step of a random history of a watch; a line of a report.
enum WatchStep: Sendable {
  /// What is unsent from now on.
  case unsent([UnsentWord])
  /// Time passes, in milliseconds.
  case advance(Int64)
  case follow
  /// An observer leaves; the first one has the number 0.
  case leave(Int)
  case run
  /// The run is cancelled.
  case stop
  /// The store cannot be read from now on.
  case fail
  /// It can be read again, and two seconds pass.
  case mend

  init(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("unsent", "none"): self = .unsent([])
    case ("unsent", _): self = .unsent(words.dropFirst().compactMap { UnsentWord($0) })
    case ("advance", let time?): self = .advance(Words.duration.read(.word(time)) ?? 0)
    case ("follow", _): self = .follow
    case ("leave", let number?): self = .leave(Int(number) ?? 0)
    case ("run", _): self = .run
    case ("stop", _): self = .stop
    case ("fail", _): self = .fail
    case ("mend", _): self = .mend
    case (.some, _), (nil, _): throw ScriptError("'\(line)' is no step of a watch")
    }
  }
}
