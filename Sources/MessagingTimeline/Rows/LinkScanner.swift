internal import MessagingModel

/// Finds web addresses in a text: `http://…`, `https://…` and `www.…`, not right behind a letter
/// or digit of ASCII. (Other scripts write no space before an address.)
///
/// An address goes on up to a space, a control character, a quotation mark or an angle bracket.
/// Punctuation at its end belongs to the sentence around it, and so does a closing bracket that
/// the address did not open.
struct LinkScanner {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// The places of all addresses, in UTF-8 bytes, ascending.
  ///
  /// - Complexity: O(bytes).
  static func links(in text: ExactString) -> [Range<Int>] {
    var string = text.string
    return string.withUTF8 { LinkScanner(bytes: $0).links() }
  }

  private func links() -> [Range<Int>] {
    var (links, index): ([Range<Int>], Int) = ([], 0)
    while index < bytes.count {
      if let link = link(at: index) {
        links.append(link)
        index = link.upperBound
      } else {
        index += 1
      }
    }
    return links
  }

  private func link(at start: Int) -> Range<Int>? {
    // This check of one byte excludes most places.
    guard bytes[start] | 0x20 == UInt8(ascii: "h") || bytes[start] | 0x20 == UInt8(ascii: "w"),
      start == 0 || bytes[start - 1] >= 0x80 || !isWord(bytes[start - 1])
    else { return nil }
    let prefixes: [StaticString] = ["https://", "http://", "www."]
    guard let prefix = prefixes.first(where: { begins(at: start, with: $0) }) else { return nil }
    let host = start + prefix.utf8CodeUnitCount
    // Checked before the end is searched: from here on it is an address, and its bytes are not read
    // again.
    guard host < bytes.count, isWord(bytes[host]) || bytes[host] == UInt8(ascii: "["),
      !isStop(at: host)
    else { return nil }
    return start..<trimmedEnd(from: host, to: longestEnd(from: host))
  }

  private func begins(at start: Int, with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { prefix in
      start + prefix.count <= bytes.count
        && prefix.indices.allSatisfy { index in
          let (byte, wanted) = (bytes[start + index], prefix[index])
          return byte == wanted || (isLetter(wanted) && byte | 0x20 == wanted)
        }
    }
  }

  private func longestEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, !isStop(at: end) { end += 1 }
    return end
  }

  /// The end without the punctuation of the sentence, and without closing brackets that the address
  /// did not open.
  private func trimmedEnd(from start: Int, to longest: Int) -> Int {
    var end = longest
    var open = (round: 0, square: 0)
    for byte in bytes[start..<end] {
      switch byte {
      case UInt8(ascii: "("): open.round += 1
      case UInt8(ascii: ")"): open.round -= 1
      case UInt8(ascii: "["): open.square += 1
      case UInt8(ascii: "]"): open.square -= 1
      default: break
      }
    }
    while end > start {
      switch bytes[end - 1] {
      case UInt8(ascii: ")") where open.round < 0: open.round += 1
      case UInt8(ascii: "]") where open.square < 0: open.square += 1
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
        UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "*"),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        break
      default: return end
      }
      end -= 1
    }
    return end
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Letters, digits, and everything beyond ASCII.
  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Spaces, controls, quotation marks, angle brackets; those of other scripts as well.
  private func isStop(at index: Int) -> Bool {
    switch bytes[index] {
    case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"):
      true
    case 0xC2: isFollowed(index, by: 0xA0...0xA0, 0xAB...0xAB, 0xBB...0xBB)
    case 0xE2 where isNext(index, 0x80):
      isFollowed(index + 1, by: 0x80...0x8B, 0x98...0x9F, 0xA8...0xAF)
    case 0xE2 where isNext(index, 0x81): isFollowed(index + 1, by: 0x9F...0x9F)
    case 0xE3 where isNext(index, 0x80): isFollowed(index + 1, by: 0x80...0x82, 0x88...0x91)
    case 0xEF where isNext(index, 0xBC):
      isFollowed(index + 1, by: 0x81...0x81, 0x88...0x8C, 0x9A...0x9B, 0x9F...0x9F)
    default: false
    }
  }

  private func isNext(_ index: Int, _ byte: UInt8) -> Bool {
    index + 1 < bytes.count && bytes[index + 1] == byte
  }

  private func isFollowed(_ index: Int, by ranges: ClosedRange<UInt8>...) -> Bool {
    index + 1 < bytes.count && ranges.contains { $0.contains(bytes[index + 1]) }
  }
}

extension DerivedContent {
  /// Derives what a view needs from a body.
  ///
  /// - Complexity: O(bytes of the text).
  init(of body: Body) {
    switch body {
    case .text(let text): self.init(links: LinkScanner.links(in: text))
    case .media(let media): self.init(links: LinkScanner.links(in: media.caption))
    case .payment(let payment): self.init(links: LinkScanner.links(in: payment.note))
    case .system(let text): self.init(links: LinkScanner.links(in: text), isSystem: true)
    case .redacted, .unknown: self.init()
    }
  }
}
