import Testing

@testable import MessagingConformance

/// A line of a `send` block that means nothing is an error, never something else.
@Suite struct SendScriptTests {
  @Test(arguments: [
    ("advance soon", "'soon' is not a time; write 250ms"),
    ("advance 9000000000000d", "is not a time"),
    ("advance", "write: advance T"),
    ("crash now", "write: crash [arriving]"),
    ("echo c1 twice", "write: echo REF [anonymous]"),
    ("hold on", "write: hold"),
    ("online again", "write: online"),
    ("pause k1 k2", "write: pause [CONVERSATION]"),
    ("policy jitter=half", "'half' is not a part of one"),
    ("policy jitter=2", "'2' is not a part of one"),
    ("policy age", "unknown policy 'age'"),
    ("server busy later", "known: answers"),
    ("server busy after=later", "'later' is not a time"),
    ("server answers twice", "known: answers"),
    ("server refuses too large", "'too large' is not one word"),
    ("step first", "'first' is not a whole number"),
    ("step -1", "'-1' is not a whole number"),
    ("store fails reads=some", "write: store fails reads=5"),
    ("uploads percents 10 many", "'many' is not a whole number"),
    ("uploads stall here", "known: answer"),
  ])
  func `a malformed line says what to write`(_ line: String, _ expected: String) throws {
    let problems = SendLineParser.read([BlockLine(number: 7, text: line)]).problems
    #expect(problems.map(\.line) == [7])
    let message = try #require(problems.first?.message)
    #expect(message.contains(expected), "\(message)")
  }
}
