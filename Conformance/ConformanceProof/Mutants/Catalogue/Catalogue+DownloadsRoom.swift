internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Of sizes, the disk, and what has to go.
  static let downloadsRoom: [Mutant] = [
    Mutant(
      "budget-is-a-wish", kills: "LOAD-021", "The files take what they take.",
      origin: "a limit that nobody held anything against",
      .downloading(beginning: { $0.budget = 1 << 40 })),
    Mutant(
      "newest-go-first", kills: "LOAD-022", "The most recently seen files are removed first.",
      origin: "a sort the wrong way round",
      .downloading(hearing: { event in
        guard case .found(let ticket, let files) = event else { return [event] }
        let reversed = files.map { file in
          StoredFile(
            file.name, byteCount: file.byteCount, isWhole: file.isWhole,
            seen: Timestamp(milliseconds: -file.seen.milliseconds))
        }
        return [.found(ticket, reversed)]
      })),
    Mutant(
      "visible-files-are-removed", kills: "LOAD-023",
      "Visible files that are here count as only nearby.",
      origin: "a cache that does not know what is shown",
      .downloading(noting: ()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .wished(let screen, let wishes) = event else { return actions }
        let files = bent.part.status.files
        let all = wishes.map { files[$0.file] == .here ? $0.with(distance: 1_000) : $0 }
        return actions + bent.part.handle(.wished(screen, all), at: now)
      }),
    Mutant(
      "room-is-taken-for-granted", kills: "LOAD-024",
      "A file counts as removed before the disk has removed it.",
      origin: "a cleaning that ran beside the download",
      .downloading(noting: ()) { bent, event, now in
        var actions = bent.part.handle(event, at: now)
        for case .evict(let name) in actions {
          actions += bent.part.handle(.evicted(name), at: now)
        }
        return actions
      }),
    Mutant(
      "too-large-is-tried", kills: "LOAD-025", "A file larger than the whole budget is requested.",
      origin: "a check of the room that came after the eviction",
      .downloading(noting: ()) { bent, event, now in
        guard case .wished(let screen, let wishes) = event else {
          return bent.part.handle(event, at: now)
        }
        let budget = bent.options.policy.budget
        let all = wishes.map { ($0.byteCount ?? 0) > budget ? $0.with(byteCount: nil) : $0 }
        return bent.part.handle(.wished(screen, all), at: now)
      }),
    Mutant(
      "full-disk-is-a-bad-file", kills: "LOAD-026", "A full disk is a failure of one file.",
      origin: "a catch around the whole download",
      .downloading(failing: { $0.kind == .diskFull ? $0.asTransient : $0 })),
    Mutant(
      "no-end-of-bytes", kills: "LOAD-027", "Whatever comes is written.",
      origin: "a stream that was copied to a file",
      .downloading(doing: { action in
        guard case .download(let ticket, let request) = action else { return [action] }
        let limitless = DownloadRequest(
          request.file, name: request.name, offset: request.offset, limit: request.limit * 100)
        return [.download(ticket, limitless)]
      })),
    Mutant(
      "negative-is-unknown", kills: "LOAD-028", "A negative size is none.",
      origin: "a max with zero",
      .downloading(wishing: { wish in
        (wish.byteCount ?? 0) < 0 ? wish.with(byteCount: nil) : wish
      })),
    Mutant(
      "every-byte-is-news", kills: "LOAD-029", "Each percent is shown.",
      origin: "a progress bar for each cell", .downloading(beginning: { $0.progressStep = 1 })),
    Mutant(
      "removed-or-not", kills: "LOAD-030", "A file that could not be removed counts as removed.",
      origin: "a try? around removeItem",
      .downloading(hearing: { event in
        if case .notEvicted(let name, _) = event { [.evicted(name)] } else { [event] }
      })),
    Mutant(
      "wrong-for-ever", kills: "LOAD-035", "A wrong length is one that may pass.",
      origin: "a checksum error in the list of retries",
      .downloading(beginning: { $0.wrongLengths = 1_000 })),
    Mutant(
      "unknown-is-endless", kills: "LOAD-036",
      "A file of unknown size is downloaded without a limit.",
      origin: "a limit on Content-Length",
      .downloading(beginning: { $0.unknownLimit = 1 << 20 })),
    Mutant(
      "near-files-push-out-others", kills: "LOAD-037",
      "Nearby files evict others to make room, like visible ones.", origin: "one eviction for all",
      .downloading(noting: ()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .wished(let screen, let wishes) = event else { return actions }
        let files = bent.part.status.files
        guard files.values.contains(.noRoom) else { return actions }
        let all = wishes.map { files[$0.file] == .noRoom ? $0.with(distance: 0) : $0 }
        return actions + bent.part.handle(.wished(screen, all), at: now)
      }),
    Mutant(
      "parts-are-holy", kills: "LOAD-042", "The partial file of a requested file is never removed.",
      origin: "a filter on everything that the screen mentions",
      .downloading(noting: ()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .wished = event else { return actions }
        let names = Set(bent.part.status.files.keys.map(StoredName.init))
        return actions.filter { action in
          if case .evict(let name) = action { !names.contains(name) } else { true }
        }
      }),
    Mutant(
      "what-lies-there-stays", kills: "LOAD-038",
      "Files that exceed a smaller budget are not removed.",
      origin: "an eviction only before a download",
      .downloading(noting: ()) { bent, event, now in
        guard case .found(let ticket, let files) = event else {
          return bent.part.handle(event, at: now)
        }
        var sum = 0
        let budget = bent.options.policy.budget
        let newest = files.sorted { $0.seen > $1.seen }.prefix { file in
          sum += file.byteCount
          return sum <= budget
        }
        return bent.part.handle(.found(ticket, Array(newest)), at: now)
      }),
    Mutant(
      "sights-are-forgotten", kills: "LOAD-039", "When a file was seen is known to the process.",
      origin: "an order that lived in an array",
      .downloading(doing: { action in if case .touch = action { [] } else { [action] } })),
    Mutant(
      "asks-behind-the-end", kills: "LOAD-040", "Where nothing is missing, nothing is asked for.",
      origin: "416 after a crash at the last byte",
      .downloading(doing: { action in
        guard case .download(let ticket, let request) = action,
          request.offset == request.limit - 1
        else { return [action] }
        let rest = DownloadRequest(
          request.file, name: request.name, offset: request.limit, limit: request.limit)
        return [.download(ticket, rest)]
      })),
    Mutant(
      "room-is-for-who-came-first", kills: "LOAD-044",
      "While places are free, a download in flight keeps its reserved space.",
      origin: "a reservation that was only looked at when it was made",
      .downloading(noting: ()) { bent, event, now in
        guard case .wished(let screen, let wishes) = event else {
          return bent.part.handle(event, at: now)
        }
        let files = bent.part.status.files
        let loading = bent.part.status.loading
        let hasPlace = !loading.isEmpty && loading.count < bent.options.policy.atOnce
        let all = wishes.map { wish in
          hasPlace && files[wish.file] == nil ? wish.with(distance: 1_000) : wish
        }
        return bent.part.handle(.wished(screen, all), at: now)
      }),
    Mutant(
      "the-first-word-counts", kills: "LOAD-043", "The first reported size is trusted.",
      origin: "a dictionary by file that kept what came first",
      .downloading(hearing: { event in
        guard case .wished(let screen, let wishes) = event else { return [event] }
        var seen: Set<FileKey> = []
        return [.wished(screen, wishes.filter { seen.insert($0.file).inserted })]
      })),
  ]
}
