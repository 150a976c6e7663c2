internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let diffAspects: [Mutant] = [
    Mutant(
      "readers-are-content", kills: "DIFF-014", "A row with one more reader is measured again.",
      origin: "seed 002: ten receipts were ten layouts"
    ) { diff, old, _ in
      diff.aspects(old) { before, after, aspects in
        if before.readers != after.readers { aspects = [.content] }
      }
    },
    Mutant(
      "upload-is-content", kills: "DIFF-014",
      "A row whose upload went on is measured again.",
      origin: "a list that stuttered while a video was sent"
    ) { diff, old, _ in
      diff.aspects(old) { before, after, aspects in
        let states = [before, after].map { $0.message.body.attachments.map(\.upload) }
        if states[0] != states[1] { aspects = [.content] }
      }
    },
    Mutant(
      "echo-is-an-edit", kills: "DIFF-014",
      "A message whose version the server shows for the first time counts as edited.",
      origin: "each own message was measured three times"
    ) { diff, old, _ in
      diff.aspects(old) { before, after, aspects in
        if before.message.version != after.message.version { aspects = [.content] }
      }
    },
    Mutant(
      "reactions-are-metadata", kills: "DIFF-015",
      "A row with another reaction is not measured again.",
      origin: "the line of reactions lay over the next message"
    ) { diff, old, _ in
      diff.aspects(old) { before, after, aspects in
        if before.message.reactions != after.message.reactions { aspects = [.metadata] }
      }
    },
    Mutant(
      "quote-is-metadata", kills: "DIFF-015",
      "A row whose quoted message was edited is not measured again.",
      origin: "a long quote was cut where the short one had ended"
    ) { diff, old, _ in
      diff.aspects(old) { before, after, aspects in
        if before.quote?.body != after.quote?.body { aspects = [.metadata] }
      }
    },
    Mutant(
      "grouping-is-metadata", kills: "DIFF-016",
      "A row that lost its name or its tail is not measured again.",
      origin: "after a page of history the oldest message kept its old height"
    ) { diff, _, _ in
      for index in diff.updates.indices
      where diff.updates[index].aspects.remove(.grouping) != nil {
        diff.updates[index].aspects.insert(.metadata)
      }
    },
    Mutant(
      "first-aspect-only", kills: "DIFF-017", "Of several aspects only the first is reported.",
      origin: "a comparison that returned at the first difference"
    ) { diff, _, _ in
      for index in diff.updates.indices {
        let all: [TimelineDiff.Aspects] = [.content, .grouping, .metadata]
        let first = all.first { diff.updates[index].aspects.contains($0) }
        diff.updates[index].aspects = first ?? []
      }
    },
  ]
}
