extension Vocabulary {
  /// The steps, in the order of the grammar page.
  ///
  /// Each step ends in exactly one `apply`, except `reopen` and `kill`.
  public static let steps: [VocabularyEntry<Verb>] =
    sendingSteps + arrivingSteps + relatedSteps + storeSteps

  private static let sendingSteps: [VocabularyEntry<Verb>] = [
    VocabularyEntry(
      .send,
      ["send CLIENT \"TEXT\" [reply=REF] [thread=REF] [file=PATH] [kind=KIND] [@TIME]"],
      "Enqueues a message of our own: the local echo; files are `photos/a.jpg,photos/b.jpg`.",
      example: #"send c1 "hello" reply=s3 @100"#),
    VocabularyEntry(
      .ack, ["ack CLIENT REMOTE@TIME"],
      "The server has taken a sent message and gives it a name and a time.",
      example: "ack c1 s7@10"),
    VocabularyEntry(
      .fail, ["fail CLIENT CODE [retryable]", "fail DEPENDENT REF CODE [retryable]"],
      "Sending, or a waiting change, has failed with a reason.",
      example: "fail c1 rate-limited retryable"),
    VocabularyEntry(
      .retry, ["retry CLIENT", "retry DEPENDENT REF"], "The user asks to try again.",
      example: "retry c1"),
    VocabularyEntry(
      .cancel, ["cancel CLIENT"], "The user gives up an unsent message.", example: "cancel c1"),
    VocabularyEntry(
      .status, ["status REF sent|delivered|read"], "The server reports a delivery state.",
      example: "status s7 delivered"),
    VocabularyEntry(
      .upload,
      ["upload CLIENT N done \"TEXT\"", "upload CLIENT N failed CODE", "upload CLIENT N N"],
      "The upload of an attachment (first is 1) has reached a percentage, an address or an end.",
      example: #"upload c1 1 done "https://example.org/a""#),
  ]

  private static let arrivingSteps: [VocabularyEntry<Verb>] = [
    VocabularyEntry(
      .receive,
      [
        "receive REMOTE@TIME \"TEXT\" … [by=NAME] [version=N] [reply=REF] [thread=REF]"
          + " [kind=KIND] [file=PATH]"
      ],
      "Live messages from the network, in one batch; the keys hold for all of them.",
      example: #"receive s7@10 "hello" s8@11 "again" by=bob"#),
    VocabularyEntry(
      .page,
      [
        "page REMOTE@TIME [\"TEXT\"] … [to=live|here|REMOTE@TIME] [start] [token=TOKEN]"
          + " [by=NAME] [version=N]",
        "page empty [to=live|here|REMOTE@TIME] [start] [token=TOKEN]",
      ],
      "A page of history; `to=` is where it joins what is known above, `start` that nothing is "
        + "older, `token=` what fetches the next. A text left out is the reference's name.",
      example: "page s1@1 s2@2 to=s9@9 start"),
    VocabularyEntry(
      .gap, ["gap [after=REMOTE@TIME] [before=REMOTE@TIME] [token=TOKEN] [unavailable]"],
      "History is known to be missing between two messages.",
      example: "gap after=s2@2 before=s9@9 token=t1"),
  ]

  private static let relatedSteps: [VocabularyEntry<Verb>] = [
    VocabularyEntry(
      .edit, ["edit REMOTE \"TEXT\" version=N [by=NAME]"], "The network reports an edit.",
      example: #"edit s7 "new" version=2"#),
    VocabularyEntry(
      .delete, ["delete REMOTE [by=NAME] [moderator] [remove] [version=N]"],
      "The network reports a deletion; `remove` leaves no row behind.", example: "delete s7"),
    VocabularyEntry(
      .react, ["react REMOTE \"TEXT\" [by=NAME] [version=N]"],
      "The network reports a reaction.", example: #"react s7 "👍" by=bob"#),
    VocabularyEntry(
      .unreact, ["unreact REMOTE \"TEXT\" [by=NAME] [version=N]"],
      "The network reports that a reaction was taken back.",
      example: #"unreact s7 "👍" by=bob version=4"#),
    VocabularyEntry(
      .receipt, ["receipt REMOTE by=NAME [@TIME]"],
      "Somebody has read up to a message; `by=me` moves the read marker.",
      example: "receipt s7 by=bob @50"),
    VocabularyEntry(
      .amend,
      [
        "amend DEPENDENT REF edit \"TEXT\" [file=PATH] [kind=KIND]", "amend DEPENDENT REF delete",
        "amend DEPENDENT REF react \"TEXT\"", "amend DEPENDENT REF unreact \"TEXT\"",
      ],
      "We edit, delete or react; the change waits until the server has taken it.",
      example: #"amend d1 s7 edit "new""#),
    VocabularyEntry(
      .settle, ["settle DEPENDENT REF [version=N]", "settle REF"],
      "The server has taken a waiting change, or knows that a message was cancelled.",
      example: "settle d1 s7 version=5"),
    VocabularyEntry(
      .discard, ["discard DEPENDENT REF"], "A waiting change is given up.",
      example: "discard d1 s7"),
  ]

  private static let storeSteps: [VocabularyEntry<Verb>] = [
    VocabularyEntry(
      .token, ["token \"TEXT\" [from=TOKEN] [stream=NAME]"],
      "A stream of the server moves on, from the place that the question named to the next.",
      example: #"token "t5" from=t4"#),
    VocabularyEntry(
      .reset, ["reset CONVERSATION"],
      "What the network told about a conversation is dropped; the outbox stays.",
      example: "reset k1"),
    VocabularyEntry(
      .forget, ["forget CONVERSATION"], "A conversation is deleted with all that belongs to it.",
      example: "forget k1"),
    VocabularyEntry(
      .reopen, ["reopen"], "Closes the store and opens it on the same bytes.", example: "reopen"),
    VocabularyEntry(
      .kill, ["kill"], "Drops the store without closing it and opens it again.",
      example: "kill"),
    VocabularyEntry(
      .apply, ["apply \"TEXT\""], "Applies a list of changes in canonical JSON; for bad input.",
      example: #"apply "[]""#),
  ]
}
