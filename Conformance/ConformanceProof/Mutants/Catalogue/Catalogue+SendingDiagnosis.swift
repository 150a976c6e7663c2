internal import MessagingConformance
internal import MessagingModel

extension MutantCatalogue {
  /// Faults of what a sender reports of what waits.
  static let sendingDiagnosis: [Mutant] = [
    Mutant(
      "failed-is-gone", kills: "SEND-107", "What has failed is not counted as unsent.",
      origin: "an outbox that was empty, with a red mark above it",
      reporting: { $0.with(messages: $0.messages - ($0.messages > 0 ? $0.failed : 0)) }),
    Mutant(
      "only-the-network-is-named", kills: "SEND-108",
      "Nothing but a missing network is named as what holds a conversation up.",
      origin: "a banner that said \"waiting for network\" or nothing",
      reporting: { $0.with(obstacle: $0.obstacle == .offline ? .offline : nil) }),
    Mutant(
      "announces-twice-the-wait", kills: "SEND-109",
      "The wait is announced as if one more attempt had failed.",
      origin: "a countdown that was computed apart from the timer",
      .sending { policy, seed in
        BentQueue(
          policy, seed,
          showing: { bent, diagnosis in
            guard let last = bent.notes.moment else { return }
            diagnosis.change { state in
              state.with(nextAttempt: state.nextAttempt.map { $0 + ($0 - last) })
            }
          }
        ) { bent, event, now in
          bent.notes.moment = now
          return bent.pass(event, at: now)
        }
      }),
    Mutant(
      "no-error-in-flight", kills: "SEND-110", "While an attempt is in flight, no error is named.",
      origin: "support that asked for a log of the second in which it fails",
      reporting: { $0.with(lastError: $0.obstacle == nil ? nil : $0.lastError) }),
  ]
}
