internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// With what rules of downloading begin.
struct DownloadSetting: Sendable {
  var policy: DownloadPolicy
  let seed: UInt64

  var queue: DownloadQueue { DownloadQueue(policy: policy, seed: seed) }
}

extension DownloadQueue: Deciding {
  typealias Options = DownloadSetting
  typealias Event = DownloadEvent
  typealias Time = Int64
  typealias Outcome = [DownloadAction]

  var reading: DownloadStatus { status }
}

extension Bent: DownloadDeciding where Part == DownloadQueue {
  var nextDeadline: Int64? { part.nextDeadline }

  var status: DownloadStatus { reading }
}

extension FaultyPart {
  /// Rules with a fault that remembers something.
  ///
  /// - Parameter notes: what it remembers at first.
  static func downloading<Notes: Sendable>(
    noting notes: Notes, handling: @escaping Bent<DownloadQueue, Notes>.Handle
  ) -> FaultyPart {
    .downloading { policy, seed in
      let setting = DownloadSetting(policy: policy, seed: seed)
      return Bent<DownloadQueue, Notes>(
        setting.queue, setting, noting: notes, handling: handling)
    }
  }

  /// Rules that begin with something else.
  static func downloading(
    beginning change: @escaping @Sendable (inout DownloadPolicy) -> Void
  ) -> FaultyPart {
    .downloading { policy, seed in
      var policy = policy
      change(&policy)
      return DownloadQueue(policy: policy, seed: seed)
    }
  }

  /// Rules with a fault in what they hear: each event becomes those that they take instead.
  static func downloading(
    hearing change: @escaping @Sendable (DownloadEvent) -> [DownloadEvent]
  ) -> FaultyPart {
    .downloading(noting: ()) { bent, event, now in
      change(event).flatMap { bent.part.handle($0, at: now) }
    }
  }

  /// Rules with a fault in what they do.
  static func downloading(
    doing change: @escaping @Sendable (DownloadAction) -> [DownloadAction]
  ) -> FaultyPart {
    .downloading(noting: ()) { bent, event, now in
      bent.part.handle(event, at: now).flatMap(change)
    }
  }

  /// Rules with a fault in how they understand wishes.
  static func downloading(
    wishing change: @escaping @Sendable (FileWish) -> FileWish
  ) -> FaultyPart {
    .downloading(hearing: { event in
      guard case .wished(let screen, let wishes) = event else { return [event] }
      return [.wished(screen, wishes.map(change))]
    })
  }

  /// Rules with a fault in how they understand why a download came to nothing.
  static func downloading(
    failing change: @escaping @Sendable (DownloadError) -> DownloadError
  ) -> FaultyPart {
    .downloading(hearing: { event in
      guard case .ended(let ticket, .failure(let error)) = event else { return [event] }
      return [.ended(ticket, .failure(change(error)))]
    })
  }
}

extension FileWish {
  func with(byteCount: Int?) -> FileWish {
    FileWish(file, byteCount: byteCount, distance: distance, isOwn: isOwn)
  }

  func with(distance: Int) -> FileWish {
    FileWish(file, byteCount: byteCount, distance: distance, isOwn: isOwn)
  }
}

extension DownloadError {
  /// One that may pass.
  var asTransient: DownloadError {
    DownloadError(.transient, code: code, retryAfter: retryAfter)
  }
}

extension DownloadStatus {
  /// What is on its way.
  var loading: Set<FileKey> {
    Set(files.filter { if case .loading = $0.value { true } else { false } }.keys)
  }
}
