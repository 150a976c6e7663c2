internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Of what a store says of its conversations.
  static let index: [Mutant] = [
    Mutant(
      "index-without-the-last", kills: "REPO-061", "The last conversation by name is not named.",
      origin: "a loop that ended one early"
    ) { hooks in
      hooks.onIndex = { answer, _ in
        var answer = answer
        if let last = answer.conversations.keys.max(), answer.conversations.count > 1 {
          answer.conversations[last] = nil
        }
        return answer
      }
    },
    Mutant(
      "index-from-there-on", kills: "REPO-062",
      "The index also names what changed at the given revision itself.",
      origin: "`>=` for \"after\""
    ) { hooks in
      hooks.onIndexed = { $0.map { Revision($0.number - 1) } }
    },
    Mutant(
      "index-of-the-store", kills: "REPO-063", "Each conversation has the newest commit of all.",
      origin: "one revision for the whole store"
    ) { hooks in
      hooks.onIndex = { answer, _ in
        var answer = answer
        answer.conversations = answer.conversations.mapValues { _ in answer.revision }
        return answer
      }
    },
    Mutant(
      "index-keeps-the-forgotten", kills: "REPO-064",
      "The index returns only changes, never that a conversation was forgotten.",
      origin: "a chat that stood in the list until the app was restarted"
    ) { hooks in
      hooks.onIndex = { answer, asked in
        guard let asked, answer.isWhole else { return answer }
        return ChangedConversations(
          revision: answer.revision,
          conversations: answer.conversations.filter { $0.value > asked }, isWhole: false)
      }
    },
    Mutant(
      "index-takes-a-part-for-all", kills: "REPO-065",
      "The changed conversations are returned as all conversations.",
      origin: "a list that was one chat long after each message"
    ) { hooks in
      hooks.onIndex = { answer, _ in
        ChangedConversations(
          revision: answer.revision, conversations: answer.conversations, isWhole: true)
      }
    },
    Mutant(
      "index-up-to-the-newest-chat", kills: "REPO-067",
      "The answer is marked complete only up to the newest commit of the conversations in it.",
      origin: "the greatest number of a table"
    ) { hooks in
      hooks.onIndex = { answer, asked in
        ChangedConversations(
          revision: answer.conversations.values.max() ?? asked ?? .zero,
          conversations: answer.conversations, isWhole: answer.isWhole)
      }
    },
    Mutant(
      "index-of-three", kills: "REPO-066", "At most three conversations are named.",
      origin: "a limit of somebody else's page"
    ) { hooks in
      hooks.onIndex = { answer, _ in
        let kept = answer.conversations.sorted { $0.key < $1.key }.prefix(3)
        return ChangedConversations(
          revision: answer.revision, conversations: Dictionary(uniqueKeysWithValues: Array(kept)),
          isWhole: answer.isWhole)
      }
    },
  ]
}
