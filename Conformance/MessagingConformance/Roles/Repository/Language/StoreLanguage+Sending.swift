internal import MessagingModel

// What the owner does, and what follows from it.
extension StoreLanguage {
  static let sending = ClauseSection<Read>(
    "What we send",
    [
      Clause(
        "send CLIENT \"TEXT\" [reply=REF] [thread=REF] [file=PATH] [kind=KIND] [@TIME]",
        "Enqueues a message of our own: the local echo; files are `photos/a.jpg,photos/b.jpg`.",
        example: #"send c1 "hello" reply=s3 @100"#
      ) { a in
        let (client, text) = (try a.first(Words.client), try a.first(Words.text))
        let time = a.time?.timestamp ?? client.time?.timestamp ?? Int64(client.client ?? 0)
        return StoreStep(a) { scope in
          [
            .enqueue(
              OutgoingMessage(
                key: scope.key(client), timestamp: Timestamp(milliseconds: time),
                body: ScriptBody.outgoing(text, a), replyTo: a.target("reply"),
                threadRoot: a.target("thread")))
          ]
        }
      },
      Clause(
        "ack CLIENT REMOTE@TIME",
        "The server has taken a sent message and gives it a name and a time.",
        example: "ack c1 s7@10"
      ) { a in
        let (client, taken) = (try a.first(Words.client), try a.first(Words.placed))
        let both = ScriptReference(client: client.client, remote: taken.remote, time: nil)
        return StoreStep(a, also: [both]) { [.acknowledge($0.key(client), taken.position)] }
      },
      Clause(
        "fail CLIENT CODE [retryable]", or: ["fail DEPENDENT REF CODE [retryable]"],
        "Sending, or a waiting change, has failed with a reason.",
        example: "fail c1 rate-limited retryable"
      ) { a in
        let key = try outbox(a)
        let reason = FailureReason(
          code: ExactString(try a.first(Words.code)), isRetryable: a.has("retryable"))
        return StoreStep(a) { [.fail(key($0), reason)] }
      },
      Clause(
        "tried CLIENT [maybe] [since=N] [until=N]",
        or: ["tried DEPENDENT REF [maybe] [inflight] [since=N] [until=N]"],
        "What is known of attempts: whether the server may have it, whether one is in flight, "
          + "since when it could have had it, and until when it wants to be left alone.",
        example: "tried c1 maybe since=10 until=90"
      ) { a in
        let key = try outbox(a)
        let time = { a.named($0, Words.number).map { Timestamp(milliseconds: Int64($0)) } }
        let trial = SendTrial(
          mayBeTaken: a.has("maybe"), isInFlight: a.has("inflight"), since: time("since"),
          notBefore: time("until"))
        return StoreStep(a) { [.tried(key($0), trial)] }
      },
      Clause(
        "retry CLIENT", or: ["retry DEPENDENT REF"], "The user retries it.",
        example: "retry c1"
      ) { a in
        let key = try outbox(a)
        return StoreStep(a) { [.retry(key($0))] }
      },
      Clause("cancel CLIENT", "The user cancels an unsent message.", example: "cancel c1") { a in
        let key = try outbox(a)
        return StoreStep(a) { [.cancel(key($0))] }
      },
      Clause(
        "discard DEPENDENT REF", "A waiting change is cancelled.", example: "discard d1 s7"
      ) { a in
        let key = try outbox(a)
        return StoreStep(a) { [.cancel(key($0))] }
      },
      Clause(
        "upload CLIENT N done \"TEXT\"", "The upload of an attachment (first is 1) has an address.",
        example: #"upload c1 1 done "https://example.org/a""#
      ) { a in
        try upload(a, .done, remote: ExactString(try a.first(Words.text)))
      },
      Clause(
        "upload CLIENT N failed CODE", "It has failed.", example: "upload c1 1 failed timeout"
      ) { a in
        try upload(a, .failed(FailureReason(code: ExactString(try a.first(Words.code)))))
      },
      Clause(
        "upload CLIENT N N", "The upload has reached a percentage.", example: "upload c1 1 40"
      ) { a in try upload(a, .uploading(percent: a.all(Words.number).last ?? 0)) },
    ])

  static let reading = ClauseSection<Read>(
    "What we read",
    [
      Clause(
        "read REF [@TIME]", "We have read up to a message, on this device.", example: "read s7 @50"
      ) { a in
        let target = ScriptNames.target(try a.first(Words.reference))
        let time = Timestamp(milliseconds: a.time?.timestamp ?? 0)
        return StoreStep(a) { [.read($0.conversation, upTo: target, at: time)] }
      },
      Clause(
        "reported REMOTE@TIME", "Our read position has been reported to the server.",
        example: "reported s7@10"
      ) { a in
        let place = try a.first(Words.placed).position
        return StoreStep(a) { [.reported($0.conversation, upTo: place)] }
      },
    ])

  static let changing = ClauseSection<Read>(
    "What we change",
    [
      Clause(
        "amend DEPENDENT REF edit \"TEXT\" [file=PATH] [kind=KIND]",
        "We edit a message; the change waits until the server has taken it.",
        example: #"amend d1 s7 edit "new""#
      ) { a in
        let text = try a.first(Words.text)
        return try amend(a, .edit(ScriptBody.outgoing(text, a)))
      },
      Clause(
        "amend DEPENDENT REF delete", "We delete one.", example: "amend d1 s7 delete"
      ) { a in try amend(a, .delete) },
      Clause(
        "amend DEPENDENT REF react \"TEXT\"", "We react.", example: #"amend d1 s7 react "👍""#
      ) { a in try amend(a, .react(ExactString(try a.first(Words.text)))) },
      Clause(
        "amend DEPENDENT REF unreact \"TEXT\"", "We take a reaction back.",
        example: #"amend d1 s7 unreact "👍""#
      ) { a in try amend(a, .unreact(ExactString(try a.first(Words.text)))) },
      Clause(
        "settle DEPENDENT REF [version=N]", or: ["settle REF"],
        "The server has taken a waiting change, or confirms that a message was cancelled.",
        example: "settle d1 s7 version=5"
      ) { a in
        let key = try outbox(a)
        return StoreStep(a) { [.settle(key($0), a.version(orElse: 1))] }
      },
    ])

  /// The message that a line is about, and the unsent change if the line names one.
  private static func outbox(_ a: Arguments) throws -> @Sendable (StoreStep.Scope) -> OutboxKey {
    guard let reference = a.references.first else { throw ScriptError("REF is missing") }
    let dependent = a.all(Words.dependent).first
    return { OutboxKey($0.key(reference), dependent: dependent) }
  }

  private static func amend(_ a: Arguments, _ action: Dependent.Action) throws -> StoreStep {
    let (id, reference) = (try a.first(Words.dependent), try a.first(Words.reference))
    return StoreStep(a) { [.amend($0.key(reference), id: id, action)] }
  }

  private static func upload(
    _ a: Arguments, _ state: UploadState, remote: ExactString? = nil
  ) throws -> StoreStep {
    let (client, ordinal) = (try a.first(Words.client), try a.first(Words.number))
    return StoreStep(a) { scope in
      let key = scope.key(client)
      return [.upload(key, file: scope.names.file(ordinal, of: key), state, remote: remote)]
    }
  }
}
