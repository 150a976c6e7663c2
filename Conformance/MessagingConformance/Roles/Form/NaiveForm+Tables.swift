// The tables of `Spec/canonical-form.md`, written a second time.

extension NaiveForm {
  static func of(_ type: FormType) -> NaiveForm {
    switch type {
    case .position: position
    case .body: body
    case .change: change
    case .row: row
    case .query: query
    case .snapshot: snapshot
    case .commit: commit
    }
  }

  // Names and numbers.
  private static let reference = either([
    .object([.member("id", .id)]), .object([.member("remote", .text)]),
  ])
  private static let messageKey = object([.member("in", .text), .member("id", .id)])
  private static let outboxKey = object([
    .member("message", messageKey), .optional("dependent", .id),
  ])
  private static let version = object([.member("order", .number), .member("id", .text)])
  private static let serverPosition = object([
    .member("server", .number), .member("at", .number), .member("remote", .text),
  ])
  private static let position = either([serverPosition, .object([.member("local", .number)])])
  private static let cursor = object([.member("in", .text), .member("position", position)])

  // Bodies.
  private static let reason = object([
    .member("code", .text), .member("text", .text), .optional(flag: "retryable"),
  ])
  private static let upload = either([
    .object([.flag("done")]), .object([.flag("waiting")]), .object([.member("percent", .number)]),
    .object([.member("failed", reason)]),
  ])
  private static let attachment = object([
    .optional("local", .path), .optional("remote", .text), .optional("placeholder", .text),
    .member("bytes", .number), .member("width", .number), .member("height", .number),
    .member("upload", upload),
  ])
  private static let body = object([
    .one([
      [.member("text", .text)],
      [
        .member("media", .word(["photo", "audio", "file"])), .optional(list: "files", attachment),
        .member("caption", .text),
      ],
      [.member("payment", .number), .member("currency", .text), .member("note", .text)],
      [.member("system", .text)], [.flag("redacted")],
      [.member("unknown", .text), .member("payload", .text)],
    ])
  ])
  private static let delivery = either([
    .word(["sending", "sent", "delivered", "read"]), .object([.member("failed", reason)]),
  ])
  private static let reaction = object([.member("by", .text), .member("key", .text)])
  private static let trial: [Part] = [
    .optional(flag: "mayBeTaken"), .optional(flag: "underWay"), .optional("since", .number),
    .optional("notBefore", .number),
  ]
  private static let action = object([
    .one([
      [.member("edit", body)], [.flag("delete")], [.member("react", .text)],
      [.member("unreact", .text)],
    ])
  ])
  private static let dependent = object([
    .member("id", .id), .member("action", action), .member("local", .number),
    .member("state", delivery), .optional("tried", .filled(trial)),
  ])

  // Changes.
  private static let outgoing = object([
    .member("key", messageKey), .member("at", .number), .member("body", body),
    .optional("replyTo", reference), .optional("thread", reference),
  ])
  private static let received = object([
    .member("in", .text), .member("position", serverPosition), .optional("id", .id),
    .member("sender", .text), .member("version", version), .member("body", body),
    .optional("replyTo", reference), .optional("thread", reference),
  ])
  private static let page = object([
    .member("in", .text), .optional(list: "messages", received),
    .one([[.flag("live")], [.member("upTo", serverPosition)], []]), .optional(flag: "start"),
    .optional("token", .text),
  ])
  private static let relation = object([
    .member("in", .text), .member("target", reference), .member("by", .text),
    .member("version", version),
    .one([
      [.member("edit", body)],
      [.flag("delete"), .optional(flag: "moderator"), .optional(flag: "leavesRow")],
      [.member("react", .text)], [.member("unreact", .text)], [.member("receipt", .number)],
      [.member("status", delivery)],
    ]),
  ])
  private static let gap = object([
    .optional("after", serverPosition), .optional("before", serverPosition),
    .optional("token", .text), .optional(flag: "unavailable"),
  ])
  private static let change = object([
    .one([
      [.member("enqueue", outgoing)],
      [.member("acknowledge", messageKey), .member("position", serverPosition)],
      [.member("amend", messageKey), .member("id", .id), .member("action", action)],
      [.member("settle", outboxKey), .member("version", version)],
      [.member("fail", outboxKey), .member("reason", reason)],
      [.member("tried", outboxKey), .member("trial", .object(trial))],
      [.member("retry", outboxKey)], [.member("cancel", outboxKey)],
      [
        .member("upload", messageKey), .member("file", .path), .member("state", upload),
        .optional("remote", .text),
      ],
      [.member("read", .text), .member("upTo", reference), .member("at", .number)],
      [.member("reported", .text), .member("upTo", serverPosition)],
      [.member("receive", received)], [.member("page", page)], [.member("relate", relation)],
      [.member("openGap", gap), .member("in", .text)],
      [.member("giveUp", gap), .member("in", .text)],
      [.member("advance", .text), .optional("from", .text), .optional("to", .text)],
      [.member("resetHistory", .text)], [.member("forget", .text)],
    ])
  ])

  // Rows.
  private static let retraction = object([
    .member("message", messageKey), .member("sequence", .number),
    .optional("tried", .filled(trial)),
  ])
  private static let knownReaction = object([
    .member("reaction", reaction), .member("version", version), .optional(flag: "present"),
  ])
  private static func message(_ reactions: NaiveForm, files: [Part]) -> NaiveForm {
    .object(
      [
        .member("in", .text), .member("id", .id), .member("sender", .text),
        .optional(flag: "outgoing"), .member("position", position), .member("at", .number),
        .member("body", body),
      ] + files + [
        .optional("version", version), .optional("replyTo", reference),
        .optional("thread", reference), .optional(list: "reactions", reactions),
        .member("delivery", delivery), .optional("tried", .filled(trial)),
        .optional(list: "dependents", dependent), .optional(flag: "echo"),
      ])
  }
  private static let receipt = object([
    .member("in", .text), .member("by", .text), .member("upTo", position),
    .member("readAt", .number),
  ])
  private static let row = object([
    .one([
      [
        .member(
          "store",
          .object([
            .member("owner", .text), .member("revision", .number), .member("next", .number),
            .optional("token", .text), .member("forgotten", .number),
          ]))
      ],
      [.member("stream", .object([.member("id", .text), .member("token", .text)]))],
      [.member("conversation", conversation)],
      [
        .member("message", message(knownReaction, files: [.optional(list: "files", attachment)]))
      ],
      [.member("receipt", receipt)],
      [
        .member(
          "tombstone",
          .object([
            .member("in", .text), .member("target", reference), .optional(flag: "leavesRow"),
            .optional("position", serverPosition),
          ]))
      ],
      [
        .member(
          "waiting",
          .object([
            .member("in", .text), .member("target", reference),
            .optional(list: "relations", relation),
          ]))
      ],
    ])
  ])
  private static let conversation = object([
    .member("id", .text), .optional(list: "gaps", gap), .optional("readMarker", position),
    .optional("unreported", .number), .member("unreadFloor", .number),
    .optional(list: "retractions", retraction), .optional(list: "filesToRemove", .id),
    .optional("highestDeleted", serverPosition), .member("structure", .number),
    .member("content", .number), .member("metadata", .number),
  ])

  // Reading and observing.
  private static let query = object([
    .optional("in", .text),
    .one([
      [.flag("newest")], [.member("older", cursor)], [.member("newer", cursor)],
      [.member("around", reference)], [.member("from", cursor), .member("to", cursor)],
      [.flag("outbox")], [.member("unsentSince", .number)],
    ]),
    .member("limit", .number), .optional(flag: "crossesGaps"),
    .one([[.flag("withoutReplies")], [.member("thread", reference)], []]),
    .optional(flag: "looksOnly"),
  ])
  private static let shown = message(reaction, files: [])
  private static let edge = either([
    .object([.flag("more")]), .object([.member("gap", gap)]), .object([.flag("end")]),
  ])
  private static let snapshot = object([
    .member("revision", .number), .optional(list: "messages", shown),
    .one([
      [
        .ordered(
          "quotes", by: "target", reference,
          .object([.member("target", reference), .member("message", shown)]))
      ], [],
    ]),
    .optional("root", shown),
    .one([
      [
        .ordered(
          "threads", by: "root", .id,
          .object([
            .member("root", .id), .member("count", .number), .optional(flag: "lowerBound"),
            .optional("latest", shown),
          ]))
      ], [],
    ]),
    .optional(list: "receipts", receipt), .optional(list: "gaps", gap),
    .optional(list: "retractions", retraction), .optional(list: "filesToRemove", messageKey),
    .optional(
      list: "readings",
      .object([
        .member("in", .text), .member("upTo", serverPosition), .member("readAt", .number),
      ])),
    .optional("highestDeleted", serverPosition), .optional("mayHaveLeft", .number),
    .optional("othersMayHaveSent", .number),
    .member("older", edge), .member("newer", edge),
    .member("unread", .object([.member("count", .number), .optional(flag: "lowerBound")])),
    .optional(flag: "found"),
  ])
  private static let commit = object([
    .member("revision", .number),
    .member("kinds", .words(["structure", "content", "metadata"])),
    .optional(
      list: "notices",
      .object([
        .member("notice", .word(notices)), .member("in", .text), .member("target", reference),
      ])),
  ])
  /// The codes of notices, as `Spec/requirements/REPO.md` names them.
  private static let notices = [
    "waiting-dropped", "not-entitled", "too-late", "gone", "identity-conflict", "unsent-lost",
    "record-lost",
  ]
}
