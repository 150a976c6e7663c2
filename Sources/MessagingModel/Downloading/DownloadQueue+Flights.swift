/// A download in flight.
struct Flight: Sendable {
  enum Phase: Sendable {
    /// A byte has to come before this moment.
    case loading(until: Int64)
    /// All bytes are here; the file is being moved to its place.
    case keeping
  }

  let ticket: DownloadTicket
  let name: StoredName
  /// The size of the whole file; `nil` if nobody has reported it.
  var size: Int?
  /// The most bytes that it may have. So much space is reserved for it.
  var limit: Int
  /// Bytes on the disk.
  var byteCount: Int
  /// Whether this attempt has received any byte.
  var hasMoved = false
  var phase: Phase

  var isLoading: Bool { if case .loading = phase { true } else { false } }

  var deadline: Int64? { if case .loading(let until) = phase { until } else { nil } }
}

// Downloads in flight, and how they end.
extension DownloadQueue {
  private func flight(_ ticket: DownloadTicket) -> Flight? {
    flights.values.first { $0.ticket == ticket }
  }

  /// Notes how many bytes of a file are on the disk, and that it was seen now.
  private mutating func note(_ flight: Flight, _ byteCount: Int) {
    disk.clock += 1
    disk[flight.name] =
      byteCount > 0 ? Known(byteCount: byteCount, isWhole: false, seen: disk.clock) : nil
  }

  /// Stops a download. What has come stays.
  mutating func stop(_ name: StoredName) {
    guard let flight = flights[name], flight.isLoading else { return }
    act(.abort(flight.ticket))
    land(flight, flight.byteCount)
  }

  private mutating func land(_ flight: Flight, _ byteCount: Int) {
    flights[flight.name] = nil
    note(flight, byteCount)
  }

  mutating func giveUpWhatIsSilent() {
    for flight in flights.values.sorted(by: { $0.ticket < $1.ticket }) {
      guard let deadline = flight.deadline, deadline <= moment else { continue }
      stop(flight.name)
      failed(flight, DownloadError(.transient, code: "silent"))
    }
  }

  /// Counts a failure. After an attempt that came further, the waits start from the shortest, and a
  /// row of wrong lengths ends.
  private mutating func failed(_ flight: Flight, _ error: DownloadError) {
    let isFurther = hasComeFurther(flight)
    var attempts = records[flight.name]?.attempts ?? Attempts()
    if isFurther { attempts = Attempts() }
    failed(&attempts, error)
    records.change(flight.name) { record in
      record.attempts = attempts
      if isFurther { record.wrongLengths[flight.size] = nil }
    }
  }

  /// Whether an attempt has received any byte, besides those that were dropped before: they come
  /// again each time (`LOAD-034`).
  private func hasComeFurther(_ flight: Flight) -> Bool {
    flight.hasMoved && flight.byteCount > records[flight.name]?.dropped ?? 0
  }

  mutating func began(_ ticket: DownloadTicket, _ total: Int?) {
    guard var flight = flight(ticket), flight.isLoading, let total else { return }
    if let size = flight.size, size != total { return wrongLength(flight) }
    guard total > 0 else { return wrongLength(flight) }
    // Also a size that a message gave: its row may go (`LOAD-043`).
    records.change(flight.name) { $0.size = total }
    guard total <= flight.limit else { return stop(flight.name) }
    flight.size = total
    flights[flight.name] = flight
  }

  mutating func received(_ ticket: DownloadTicket, _ byteCount: Int) {
    guard var flight = flight(ticket), flight.isLoading else { return }
    guard byteCount <= flight.limit else { return overlong(flight) }
    guard byteCount > flight.byteCount else { return }
    flight.byteCount = byteCount
    diskWorks()
    flight.hasMoved = true
    flight.phase = .loading(until: policy.silenceLimit.after(moment))
    flights[flight.name] = flight
  }

  mutating func ended(_ ticket: DownloadTicket, _ result: Result<Int, DownloadError>) {
    guard let flight = flight(ticket), flight.isLoading else { return }
    switch result {
    case .success(let byteCount): ended(flight, byteCount)
    case .failure(let error): failed(flight, ending: error)
    }
  }

  private mutating func ended(_ flight: Flight, _ byteCount: Int) {
    var flight = flight
    if byteCount > flight.byteCount { flight.hasMoved = true }
    flight.byteCount = max(0, byteCount)
    if byteCount > flight.limit { return overlong(flight, isOver: true) }
    // If the size is unknown, the end counts only after at least one new byte.
    if flight.size.map({ $0 == byteCount }) ?? flight.hasMoved { return keep(flight) }
    land(flight, flight.byteCount)
    // Too short. If something new came, the rest may come, too.
    if hasComeFurther(flight) { return failed(flight, DownloadError(.transient, code: "short")) }
    countWrong(flight, code: "short")
  }

  private mutating func failed(_ flight: Flight, ending error: DownloadError) {
    if error.kind == .overlong { return overlong(flight, isOver: true) }
    land(flight, flight.byteCount)
    switch error.kind {
    case .transient: failed(flight, error)
    case .overlong: break
    case .offset:
      drop(flight.name)
      failed(flight, error)
      records.change(flight.name) { $0.dropped = max($0.dropped, flight.byteCount) }
    case .offline:
      var once = Attempts()
      failed(&once, error)
      records.change(flight.name) { $0.offlineUntil = once.notBefore }
    case .refused: records.change(flight.name) { $0.refusal = .byServer(error.code) }
    case .unauthorized where flight.ticket.number <= oldTickets:
      // It says nothing about the new credentials (`LOAD-045`).
      failed(flight, error)
    case .unauthorized:
      session = .needsSignIn
      dropFlights()
    case .disk, .diskFull: diskFailed(error)
    }
  }

  /// Drops a file with a wrong length: none of its bytes can be trusted.
  ///
  /// - Parameter isOver: whether the download has ended already.
  private mutating func wrongLength(_ flight: Flight, isOver: Bool = false) {
    if !isOver { act(.abort(flight.ticket)) }
    land(flight, flight.byteCount)
    drop(flight.name)
    countWrong(flight, code: "wrong-length")
  }

  /// Handles more bytes than allowed.
  private mutating func overlong(_ flight: Flight, isOver: Bool = false) {
    wrongLength(flight, isOver: isOver)
    if flight.size == nil { records.change(flight.name) { $0.refusal = .tooLarge } }
  }

  private mutating func countWrong(_ flight: Flight, code: ExactString) {
    var attempts = records[flight.name]?.attempts ?? Attempts()
    failed(&attempts, DownloadError(.transient, code: code))
    records.change(flight.name) { record in
      record.attempts = attempts
      record.wrongLengths[flight.size, default: 0] += 1
    }
  }

  /// Removes a part that is of no use.
  private mutating func drop(_ name: StoredName) {
    guard disk[name] != nil, evicting.insert(name).inserted else { return }
    act(.evict(name))
  }

  // Moving a complete file to its place.

  private mutating func keep(_ flight: Flight) {
    var flight = flight
    flight.phase = .keeping
    flights[flight.name] = flight
    act(.keep(flight.ticket, flight.name, byteCount: flight.byteCount))
  }

  mutating func kept(_ ticket: DownloadTicket) {
    guard let flight = flight(ticket), !flight.isLoading else { return }
    flights[flight.name] = nil
    records.forget(flight.name)
    disk.attempts = Attempts()
    disk.clock += 1
    disk[flight.name] = Known(
      byteCount: flight.byteCount, isWhole: true, seen: disk.clock)
  }

  mutating func notKept(_ ticket: DownloadTicket, _ error: DownloadError) {
    guard let flight = flight(ticket), !flight.isLoading else { return }
    land(flight, flight.byteCount)
    diskFailed(error, isOfKeeping: true)
    if error.kind != .diskFull { drop(flight.name) }
  }

  /// Requests what is missing. If it is not known that something is missing, it requests the last
  /// byte again: a request behind the end is an error, and only the server knows where the end is
  /// (`LOAD-040`).
  mutating func begin(_ wanted: WantedFile, _ size: Int?) {
    let part = disk[wanted.name]?.byteCount ?? 0
    let offset = part < size ?? 0 ? part : max(0, part - 1)
    let flight = Flight(
      ticket: ticket(), name: wanted.name, size: size, limit: size ?? limitOfUnknown(part: part),
      byteCount: offset,
      phase: .loading(until: policy.silenceLimit.after(moment)))
    flights[wanted.name] = flight
    let request = DownloadRequest(
      wanted.file, name: wanted.name, offset: offset, limit: flight.limit)
    act(.download(flight.ticket, request))
  }

  /// The most bytes of a file whose size is unknown. A larger part comes from an earlier process,
  /// which the server had told the size: it does not grow before the server says it again
  /// (`LOAD-008`).
  func limitOfUnknown(part: Int) -> Int { min(max(policy.unknownLimit, part), policy.budget) }
}
