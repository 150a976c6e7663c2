import MessagingConformance
import MessagingCore
import MessagingModel

/// The worker that keeps its table, as a subject, as `Spec/guides/workers.md` shows it.
struct MyTableSending: OwnOutboxSubject {
  let name = "MyTableSending"
  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64, in environment: ConformanceEnvironment
  ) -> any SendWorker {
    let table = environment.shelf.value("outbox") { OutboxTable() }  // or a file in its directory
    return OutboxMirror(ports, table, worker: TableSender(ports, table))
  }
}
