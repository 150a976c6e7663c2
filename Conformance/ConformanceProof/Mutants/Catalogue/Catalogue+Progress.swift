internal import MessagingConformance
internal import MessagingModel

extension MutantCatalogue {
  /// Of how far sending is as a whole.
  static let progress: [Mutant] = [
    Mutant(
      "photo-is-a-word", kills: "PROG-001", "Each message counts as one, whatever its files weigh.",
      origin: "a bar that stood at one half for two minutes",
      .progress(hearing: { $0.map { $0.with(files: []) } })),
    Mutant(
      "what-joins-begins-anew", kills: "PROG-002", "With what joins the bar begins at nought.",
      origin: "a bar that was reset when a message was enqueued",
      .progress(
        noting: [Int](),
        showing: { bent, reading in
          guard let progress = reading, bent.notes.first == progress.measure,
            let floor = bent.notes.last, floor < 1_000
          else { return }
          reading = progress.at((progress.thousandths - floor) * 1_000 / (1_000 - floor))
        }
      ) { bent, event, now in
        let before = bent.part.progress
        bent.part.handle(event, at: now)
        if let before, let after = bent.part.progress, before.measure == after.measure,
          after.remaining > before.remaining
        {
          bent.notes = [after.measure, after.thousandths]
        }
      }),
    Mutant(
      "failed-is-done", kills: "PROG-003", "A message that fails counts as one that is sent.",
      origin: "a bar over what is not \"sending\" any more",
      .progress(hearing: { messages in
        messages.map { message in
          guard case .failed = message.delivery,
            !messages.contains(where: { $0.replyTo == .id(message.id) })
          else { return message }
          return message.under(MessageID(high: .max, low: message.id.low))
        }
      })),
    Mutant(
      "blocked-is-going", kills: "PROG-004",
      "A message blocked by a failed one counts as in progress.",
      origin: "a bar that stood at one third since yesterday",
      .progress { _ in SendingMeter(afterFailure: .skip) }),
    Mutant(
      "answers-to-failed-are-going", kills: "PROG-004",
      "An answer to a failed message is on its way.",
      origin: "a bar over all that is \"sending\"",
      .progress(hearing: { $0.map { $0.withoutTarget } })),
    Mutant(
      "gone-when-full", kills: "PROG-005", "A full bar is not shown.",
      origin: "a bar that vanished at 70 %",
      .progress(showing: { $0.thousandths == 1_000 ? nil : $0 })),
    Mutant(
      "full-for-ever", kills: "PROG-005", "A full bar stays.",
      origin: "a bar that waited for the next commit to go",
      .progress(noting: nil as SendingProgress?) { bent, reading in
        reading = reading ?? bent.notes
      } handling: { bent, event, now in
        bent.part.handle(event, at: now)
        switch event {
        case .clock: break
        case .outbox: bent.notes = bent.part.progress.flatMap { $0.remaining == 0 ? $0 : nil }
        }
      }),
    Mutant(
      "full-though-it-failed", kills: "PROG-006", "The bar is full when nothing is in progress.",
      origin: "\"nothing left to do\" taken for done",
      .progress(noting: nil as SendingProgress?) { bent, reading in
        reading = reading ?? bent.notes
      } handling: { bent, event, now in
        let before = bent.part.progress
        bent.part.handle(event, at: now)
        bent.notes = nil
        if let before, before.remaining > 0, bent.part.progress == nil {
          bent.notes = SendingProgress(measure: before.measure, thousandths: 1_000, remaining: 0)
        }
      }),
    Mutant(
      "one-measure-for-ever", kills: "PROG-007", "All measures are the first one.",
      origin: "a bar that ran back from full to nought before everybody's eyes",
      .progress(showing: {
        SendingProgress(measure: 1, thousandths: $0.thousandths, remaining: $0.remaining)
      })),
    Mutant(
      "nearly-is-full", kills: "PROG-008", "The last thousandth is rounded up.",
      origin: "a percentage for people",
      .progress(showing: { $0.thousandths == 999 ? $0.at(1_000) : $0 })),
    Mutant(
      "changes-are-nothing", kills: "PROG-009", "Only messages count.",
      origin: "an outbox that was a list of messages",
      .progress(hearing: { $0.filter { $0.position.confirmed == nil } })),
    Mutant(
      "fourth-file-is-free", kills: "PROG-010", "A fourth file weighs nothing.",
      origin: "a fixed array",
      .progress(hearing: { $0.map { $0.with(files: Array($0.body.attachments.prefix(3))) } })),
  ]
}

extension Message {
  /// The same with other files, in what it says and in what waits.
  fileprivate func with(files: [Attachment]) -> Message {
    func changed(_ body: Body) -> Body {
      guard case .media(var media) = body else { return body }
      media.attachments = files
      return .media(media)
    }
    return copy(
      body: changed(body),
      dependents: dependents.map { change in
        guard case .edit(let body) = change.action else { return change }
        return Dependent(
          id: change.id, action: .edit(changed(body)), sequence: change.sequence,
          state: change.state, trial: change.trial)
      })
  }

  fileprivate var withoutTarget: Message { copy(hasTarget: false) }

  fileprivate func under(_ id: MessageID) -> Message { copy(id: id) }

  private func copy(
    id: MessageID? = nil, body: Body? = nil, dependents: [Dependent]? = nil, hasTarget: Bool = true
  ) -> Message {
    Message(
      id: id ?? self.id, conversation: conversation, sender: sender, isOutgoing: isOutgoing,
      position: position, timestamp: timestamp, body: body ?? self.body,
      replyTo: hasTarget ? replyTo : nil, delivery: delivery,
      dependents: dependents ?? self.dependents)
  }
}
