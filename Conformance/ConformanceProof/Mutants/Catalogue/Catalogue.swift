/// All mutants: every MUST of the Spec with evidence has at least one.
package enum MutantCatalogue {
  /// In the order of the requirements that catch them, then by name.
  package static let all: [Mutant] =
    [
      order, identity, pages, threadPages, gaps, echoes, receipts, readings, capabilities, stored,
      changes, commits, forgetting,
      index, window,
      sending,
      sendingAnswers, sendingDoubt,
      media, mediaOfEdits, progress, worker, sync, engine, screens,
      downloads, downloadsRoom, fetching, keeping, watching, client, acting, drafts, draftFiles,
      timelineOpening,
      timelineUpdates, timelineReader,
      threads,
      conversationLists, conversationListUpdates,
      diagnostics, diagnosticUpdates, rollout, form,
      unsent, killed, power, rows,
      diff, scroll,
    ]
    .flatMap(\.self).sorted { ($0.kills, $0.name) < ($1.kills, $1.name) }

  /// The mutant with a name.
  package static subscript(name: String) -> Mutant? { all.first { $0.name == name } }
}
