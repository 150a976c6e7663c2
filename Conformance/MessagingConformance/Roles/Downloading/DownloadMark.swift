/// The events that random histories must cover.
enum DownloadMark: String, CaseIterable, Sendable {
  case killed = "kills"
  case failed = "failed-downloads"
  case parts = "parts-after-a-kill"
  case resumed = "resumed-downloads"
  case kept = "kept-files"
  case aborted = "given-up-downloads"
  case evicted = "evicted-files"
  case rejected = "rejected-credentials"
  case refused = "refused-files"
  case left = "sign-outs"
}
