/// A source file with faults behind a switch.
///
/// With the switch off it does what the file does without them. Faults may stand one within
/// another: the right text of the outer one holds the switch of the inner one.
public struct PlantedFile: Sendable {
  /// The text to compile.
  public let text: String
  /// Where the switch of each fault stands in the text.
  private let places: [(number: Int, range: Range<Int>)]
  private let lineStarts: [Int]

  /// The module with the switch.
  public static let switchModule = "MutationSwitch"

  /// Plants faults of one file.
  ///
  /// - Parameters:
  ///   - faults: by the number that switches each on, from 1 on; none overlaps another in part.
  ///   - text: the file as it is.
  public init(_ faults: [(number: Int, fault: Fault)], in text: String) {
    var planter = Planter(bytes: Array(text.utf8), faults: faults)
    planter.plant()
    self.text = String(decoding: planter.output, as: UTF8.self)
    places = planter.places
    lineStarts = LineTable.starts(of: planter.output)
  }

  /// The faults that an error of the compiler at a place of the text may be about: the innermost
  /// one that holds the place, otherwise those of the line, otherwise the nearest ones.
  ///
  /// - Parameters:
  ///   - line: from 1 on.
  ///   - column: from 1 on, in bytes.
  public func faults(line: Int, column: Int) -> [Int] {
    guard lineStarts.indices.contains(line - 1) else { return [] }
    let start = lineStarts[line - 1]
    let offset = start + column - 1
    let around = places.filter { $0.range.contains(offset) }
    if let innermost = around.min(by: { $0.range.count < $1.range.count }) {
      return [innermost.number]
    }
    let end = line < lineStarts.count ? lineStarts[line] : Int.max
    let onLine = places.filter { $0.range.lowerBound < end && $0.range.upperBound > start }
    if !onLine.isEmpty { return onLine.map(\.number) }
    let nearest = places.min { distance($0.range, offset) < distance($1.range, offset) }
    return nearest.map { [$0.number] } ?? []
  }

  private func distance(_ range: Range<Int>, _ offset: Int) -> Int {
    min(abs(range.lowerBound - offset), abs(range.upperBound - offset))
  }
}

/// Writes the text, from the outermost switches inwards.
private struct Planter {
  let bytes: [UInt8]
  let faults: [(number: Int, fault: Fault)]
  var output: [UInt8] = []
  var places: [(number: Int, range: Range<Int>)] = []

  mutating func plant() {
    write("public import \(PlantedFile.switchModule); ")
    let outermost = faults.sorted { first, second in
      let (a, b) = (first.fault.range, second.fault.range)
      return (a.lowerBound, -a.upperBound, first.number)
        < (b.lowerBound, -b.upperBound, second.number)
    }
    write(0..<bytes.count, with: outermost[...])
  }

  private mutating func write(_ text: String) { output += Array(text.utf8) }

  /// Writes a range of the file, with the switches of the faults inside of it.
  private mutating func write(
    _ range: Range<Int>, with faults: ArraySlice<(number: Int, fault: Fault)>
  ) {
    var position = range.lowerBound
    var rest = faults
    while let (number, fault) = rest.popFirst() {
      output += bytes[position..<fault.range.lowerBound]
      let inner = rest.prefix { $0.fault.range.lowerBound < fault.range.upperBound }
      rest = rest.dropFirst(inner.count)
      let start = output.count
      write(fault, number, with: inner)
      places.append((number, start..<output.count))
      position = fault.range.upperBound
    }
    output += bytes[position..<range.upperBound]
  }

  private mutating func write(
    _ fault: Fault, _ number: Int, with inner: ArraySlice<(number: Int, fault: Fault)>
  ) {
    let isOn = "mutation_is(\(number))"
    switch fault.form {
    case .expression:
      write("(\(isOn) ? (\(fault.replacement)) : (")
      write(fault.range, with: inner)
      write("))")
    case .statement where fault.replacement.isEmpty:
      write("if !\(isOn) { ")
      write(fault.range, with: inner)
      write(" }")
    case .statement:
      write("if \(isOn) { \(fault.replacement) } else { ")
      write(fault.range, with: inner)
      write(" }")
    case .condition:
      write(fault.range, with: inner)
      write(", !\(isOn)")
    }
  }
}
