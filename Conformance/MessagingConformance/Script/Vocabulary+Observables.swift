extension Vocabulary {
  /// What expectations look at, in the order of the grammar page.
  public static let observables: [VocabularyEntry<Observable>] =
    pageObservables + messageObservables + conversationObservables + commitObservables

  private static let pageObservables: [VocabularyEntry<Observable>] = [
    VocabularyEntry(
      .timeline, ["timeline"],
      "The newest 100 messages across gaps, oldest first; a gap is `|`.",
      example: "? timeline = | s3 s7 c1"),
    VocabularyEntry(
      .newest, ["newest N"],
      "The newest messages, between what lies past each edge: `[start]` `[gap]` `[more]` `[end]`.",
      example: "? newest 2 = [more] s3 s7 [end]"),
    VocabularyEntry(
      .older, ["older REF N"], "The page below a message, with its edges.",
      example: "? older s5 2 = [start] s3 s4 [more]"),
    VocabularyEntry(
      .newer, ["newer REF N"], "The page above a message, with its edges.",
      example: "? newer s5 2 = [more] s6 s7 [end]"),
    VocabularyEntry(
      .around, ["around REF N"], "The page around a message, with its edges.",
      example: "? around s5 3 = [more] s4 s5 s6 [more]"),
    VocabularyEntry(
      .window, ["window REF REF"], "All messages from one to another, with the edges.",
      example: "? window s2 s4 = [start] s2 s3 s4 [end]"),
  ]

  private static let messageObservables: [VocabularyEntry<Observable>] = [
    VocabularyEntry(
      .text, ["text REF"], "The text of a message.", example: #"? text s7 = "hello""#),
    VocabularyEntry(
      .state, ["state REF"], "The delivery state of our own message.",
      example: "? state c1 = sending"),
    VocabularyEntry(.sender, ["sender REF"], "Who wrote it.", example: "? sender s7 = ann"),
    VocabularyEntry(
      .id, ["id REF"], "Whose identity the row has: `c1`, or `derived` from the remote id.",
      example: "? id s7 = c1"),
    VocabularyEntry(
      .version, ["version REF"], "The server version of the row.", example: "? version s7 = 2"),
    VocabularyEntry(
      .kind, ["kind REF"], "The kind of body.", example: "? kind s7 = unknown:poll"),
    VocabularyEntry(
      .deleted, ["deleted REF"], "Whether the message was deleted.",
      example: "? deleted s7 = true"),
    VocabularyEntry(
      .reactions, ["reactions REF"], "The reactions with their counts.",
      example: "? reactions s7 = 👍×2 ❤×1"),
    VocabularyEntry(
      .quote, ["quote REF"], "The message it replies to, as joined by the read.",
      example: #"? quote s9 = s3 "hello""#),
    VocabularyEntry(
      .file, ["file REF"], "The stored path of its first attachment.",
      example: "? file c1 = photos/a.jpg"),
    VocabularyEntry(
      .source, ["source REF"], "Where its attachment is read from: `local` or `remote`.",
      example: "? source c1 = local"),
    VocabularyEntry(
      .readers, ["readers REF"], "Who has read up to here or further.",
      example: "? readers s7 = bob carol"),
    VocabularyEntry(
      .dependents, ["dependents REF"], "Our changes that wait for the server.",
      example: "? dependents s7 = d1"),
  ]

  private static let conversationObservables: [VocabularyEntry<Observable>] = [
    VocabularyEntry(
      .unread, ["unread"], "How many messages are unread; `3+` where a gap hides more.",
      example: "? unread = 3+"),
    VocabularyEntry(
      .gaps, ["gaps"], "The missing stretches.", example: "? gaps = start..s5 s7..s9"),
    VocabularyEntry(
      .complete, ["complete"], "Whether history is known from the very start.",
      example: "? complete = false"),
    VocabularyEntry(
      .outbox, ["outbox"], "What waits to be sent, in the order of sending.",
      example: "? outbox = c1 c2"),
    VocabularyEntry(
      .retractions, ["retractions"],
      "The cancelled messages of which the server may not know yet, in the order of their sending.",
      example: "? retractions = c1"),
    VocabularyEntry(
      .token, ["token"], "The stored place in the server's stream.",
      example: #"? token = "t5""#),
  ]

  private static let commitObservables: [VocabularyEntry<Observable>] = [
    VocabularyEntry(
      .revision, ["revision"], "By how much the last step moved the revision: 0 or 1.",
      example: "? revision = 0"),
    VocabularyEntry(
      .kinds, ["kinds"], "What the last commit changed: `structure` `content` `metadata` `none`.",
      example: "? kinds = structure content"),
    VocabularyEntry(
      .notices, ["notices"], "What the last commit had to say.", example: "? notices = none"),
    VocabularyEntry(
      .error, ["error"], "The error code of the last step, or `none`.",
      example: "? error = none"),
    VocabularyEntry(
      .commits, ["commits [CONVERSATION|all]"],
      "How many commits an observer of a conversation has seen since it was last asked.",
      example: "? commits = 1"),
  ]
}
