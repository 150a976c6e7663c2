internal import Dispatch
internal import MessagingCore
internal import MessagingModel

extension CommandSubject {
  /// Lets a process accept batches, and kills it.
  ///
  /// - Parameter end: when to kill the process: at a moment, or else after its last answer, because
  ///   the suite does not see its operations on the disk.
  func killed(
    _ end: ProcessScript.End, after batches: [[Change]], in environment: ConformanceEnvironment
  ) async throws -> ProcessRecord {
    guard let repository = try await repository(in: environment) as? CommandRepository else {
      throw SubjectError(description: "\(name) is not an adapter program")
    }
    defer { repository.kill() }
    var lines: [ProcessRecord.Line] = [.opened]
    for (index, batch) in batches.enumerated() {
      lines.append(.began)
      let isLast = index == batches.count - 1
      async let death: Void = isLast ? kill(repository, end) : ()
      let clock = ContinuousClock()
      let start = clock.now
      do throws(RepositoryError) {
        _ = try await repository.apply(batch)
        let microseconds = Int((clock.now - start) / .microseconds(1))
        lines.append(.answered(operations: 0, microseconds: microseconds))
      } catch {
        if !repository.isKilled { lines.append(.refused(error.code.rawValue)) }
      }
      await death
    }
    let record = ProcessRecord(lines)
    if let trouble = record.trouble {
      throw SubjectError(description: "in the process that the suite kills: \(trouble)")
    }
    return record
  }

  /// Kills the process after a time, if `end` is a moment.
  private func kill(_ repository: CommandRepository, _ end: ProcessScript.End) async {
    guard case .moment(let microseconds) = end else { return }
    await withCheckedContinuation { continuation in
      let moment = DispatchTime.now() + .microseconds(microseconds)
      DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: moment) {
        repository.kill()
        continuation.resume()
      }
    }
  }
}
