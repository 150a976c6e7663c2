/// A part of the Spec; the first half of a requirement's id.
public enum Area: String, CaseIterable, Hashable, Comparable, Sendable {
  case order = "ORDER"
  case repository = "REPO"
  case page = "PAGE"
  case gap = "GAP"
  case sync = "SYNC"
  case send = "SEND"
  case media = "MEDIA"
  case worker = "WORKER"
  case receipt = "RECEIPT"
  case open = "OPEN"
  case thread = "THREAD"
  case window = "WINDOW"
  case rows = "ROWS"
  case diff = "DIFF"
  case scroll = "SCROLL"
  case diagnostics = "DIAG"
  case capability = "CAPA"

  /// What the area is about, in a few words.
  public var title: String {
    switch self {
    case .order: "The one total order"
    case .repository: "What a store keeps and promises"
    case .page: "Reading page by page"
    case .gap: "History known to be missing"
    case .sync: "Catching up with the server"
    case .send: "Sending"
    case .media: "Attachments"
    case .worker: "The worker that sends"
    case .receipt: "Who has read what"
    case .open: "Opening a conversation"
    case .thread: "Threads"
    case .window: "The stretch that a screen shows"
    case .rows: "From a snapshot to rows"
    case .diff: "From one list of rows to the next"
    case .scroll: "Where the reader's eye stays"
    case .diagnostics: "What is recorded"
    case .capability: "What a backend says about itself"
    }
  }

  /// Who is asked: the part of a messaging client that the area is about.
  public var role: Role {
    switch self {
    case .order, .repository, .page, .gap, .sync, .receipt, .open, .thread, .diagnostics,
      .capability:
      .repository
    case .send, .media: .sending
    case .worker: .worker
    case .window: .window
    case .rows: .rows
    case .diff: .diff
    case .scroll: .scroll
    }
  }

  /// In the order of the Spec's table of contents.
  public static func < (a: Area, b: Area) -> Bool { a.ordinal < b.ordinal }

  private var ordinal: Int { Area.allCases.firstIndex(of: self) ?? Area.allCases.count }
}
