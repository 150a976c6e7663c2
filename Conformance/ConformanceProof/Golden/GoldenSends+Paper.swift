internal import MessagingConformance
internal import MessagingModel

extension GoldenFixtures {
  /// What happens, and what must be seen at the marked moments.
  static let outageStories: [(name: String, lines: [String])] = [
    (
      "busy-morning",
      [
        #"do server always busy; send c1 "one"; send c2 "two"; send c3 "six" in=k2"#,
        "? wire = publish:c1 publish:c3", "? due = 1000ms", "do tick", "? due = 2000ms", "do tick",
        "? due = 4000ms", "do tick", "? due = 8000ms", "do tick", "? due = 16000ms", "do tick",
        "? due = 32000ms", "do tick", "? due = 60000ms", "do tick", "? due = 60000ms", "do tick",
        "? due = 60000ms", "? tries c1 = 9", "? tries c2 = 0", "? tries c3 = 9",
        "? state c1 = sending", "? server = none", "do server always answers; tick",
        "? tries c1 = 10", "? tries c2 = 1", "? tries c3 = 10", "? server = c1 c3 c2",
        "? due = none", "? story = told",
      ]
    ),
    (
      "tunnel",
      [
        #"do offline; send c1 "one"; send c2 "two" reply=c1; amend d1 c1 react "+"; advance 3h"#,
        "? wire = none", "? state c1 = sending", #"do crash; amend d2 c1 edit "new""#,
        "? wire = none", "? tries c1 = 0", "? state c2 = sending", "do online",
        "? wire = publish:c1 react:d1 publish:c2", #"? kept c1 = "new""#, "? replied c2 = c1",
        "? dependents c1 = none", "? outbox = none", "? due = none", "? story = told",
      ]
    ),
    (
      "lost-and-late",
      [
        "do server loses-answer; server loses-request; server busy after=30s",
        #"do send c1 "one"; send c2 "two""#, "? wire = publish:c1", "? server = c1",
        "? due = 1000ms", #"do amend d1 c1 edit "new"; tick"#, "? wire = publish:c1",
        "? tries c1 = 2", "? due = 2000ms", "do tick", "? wire = publish:c1 publish:c1",
        "? due = 30000ms", "do offline; online", "? due = 30000ms", "? tries c1 = 3",
        "do advance 30s", "? wire = publish:c1 publish:c1 publish:c1 edit:d1 publish:c2",
        #"? kept c1 = "new""#, "? story = told",
      ]
    ),
    (
      "full-disk",
      [
        #"do hold; send c1 "one"; send c2 "two"; store-fails writes=3; release"#,
        "? state c1 = sending", "? due = 1000ms", "do tick", "? due = 2000ms", "do tick",
        "? due = 4000ms", "? wire = publish:c1", "do crash",
        "? wire = publish:c1 publish:c1 publish:c2", "? server = c1 c2", "? state c2 = sent",
        "? story = told",
      ]
    ),
    (
      "refused-and-corrected",
      [
        #"do policy skip; server refuses spam; send c1 "one"; send c2 "two""#,
        #"do send c3 "six" reply=c1"#, "? state c1 = failed:spam", "? wire = publish:c1 publish:c2",
        "? tries c3 = 0", #"do offline; amend d1 c1 edit "new"; crash; online"#,
        "? wire = publish:c1 publish:c2 publish:c1 publish:c3", "? server = c2 c1 c3",
        "? replied c3 = c1", #"? kept c1 = "new""#, "? outbox = none",
      ]
    ),
    (
      "photo-in-a-lift",
      [
        #"do uploads stall; send c1 "look" file=photos/a.jpg; send c2 "two"; offline"#,
        "do uploads go-on", "? begun = c1/1", "? uploaded = none", "? state c1 = sending",
        "do crash", "? begun = c1/1", "do server loses-answer; online", "? begun = c1/1 c1/1",
        "? uploaded = c1/1", "? wire = publish:c1", "? due = 1000ms", "do tick",
        "? wire = publish:c1 publish:c1 publish:c2", #"? kept c1 = "look[1 remote]""#,
        "? story = told",
      ]
    ),
    (
      "taken-back-in-the-dark",
      [
        #"do hold; send c1 "one"; send c2 "two"; offline; crash; cancel c1"#, "? timeline = | c2",
        "? retractions = c1", "? wire = publish:c1", "do online; release",
        "? wire = publish:c1 retract:c1 publish:c2", "? server = c2", "? retractions = none",
        "? outbox = none", "? story = told",
      ]
    ),
  ]
}

/// What becomes of a message with a photo, on paper.
enum PhotoTable {
  private static let states = [
    "waiting": "offline; send c1", "uploading": "uploads stall; send c1",
    "backing-off": "uploads fail timeout; send c1", "uploaded": "server busy; send c1",
    "under-way": "hold; send c1", "file-refused": "uploads refuse too-large; send c1",
    "refused": "server refuses forbidden; send c1", "sent": "send c1",
  ]

  private static let events = [
    "pass": "uploads go-on; online; release; advance 1m", "crash": "crash",
    "cancel": "cancel c1; online", "retry": "retry c1",
    "edit": #"amend d1 c1 edit "new" file=photos/a.jpg"#, "offline": "offline",
    "missing": "file photos/a.jpg missing; uploads go-on; online; release; advance 1m",
  ]

  /// State, event; then what is shown (`-` for no row), how often the upload began, how often it
  /// was stopped, the requests (publish, edit) and whose files were removed.
  private static let table = """
    waiting      pass     sent                 1  0  p   -
    waiting      crash    sending              0  0  -   -
    waiting      cancel   -                    0  0  -   c1
    waiting      retry    sending              0  0  -   -
    waiting      edit     sending              0  0  -   -
    waiting      offline  sending              0  0  -   -
    waiting      missing  failed:file-missing  1  0  -   -
    uploading    pass     sent                 1  0  p   -
    uploading    crash    sent                 2  0  p   -
    uploading    cancel   -                    1  1  -   c1
    uploading    retry    sending              1  0  -   -
    uploading    edit     sending              1  0  -   -
    uploading    offline  sending              1  0  -   -
    uploading    missing  failed:file-missing  1  0  -   -
    backing-off  pass     sent                 2  0  p   -
    backing-off  crash    sent                 2  0  p   -
    backing-off  cancel   -                    1  0  -   c1
    backing-off  retry    sending              1  0  -   -
    backing-off  edit     sending              1  0  -   -
    backing-off  offline  sending              1  0  -   -
    backing-off  missing  failed:file-missing  2  0  -   -
    uploaded     pass     sent                 1  0  pp  -
    uploaded     crash    sent                 1  0  pp  -
    uploaded     cancel   -                    1  0  p   c1
    uploaded     retry    sending              1  0  p   -
    uploaded     edit     sending              1  0  p   -
    uploaded     offline  sending              1  0  p   -
    uploaded     missing  sent                 1  0  pp  -
    under-way    pass     sent                 1  0  p   -
    under-way    crash    sending              1  0  pp  -
    under-way    cancel   -                    1  0  p   -
    under-way    retry    sending              1  0  p   -
    under-way    edit     sending              1  0  p   -
    under-way    offline  sending              1  0  p   -
    under-way    missing  sent                 1  0  p   -
    file-refused pass     failed:too-large     1  0  -   -
    file-refused crash    failed:too-large     1  0  -   -
    file-refused cancel   -                    1  0  -   c1
    file-refused retry    sent                 2  0  p   -
    file-refused edit     sent                 2  0  p   -
    file-refused offline  failed:too-large     1  0  -   -
    file-refused missing  failed:too-large     1  0  -   -
    refused      pass     failed:forbidden     1  0  p   -
    refused      crash    failed:forbidden     1  0  p   -
    refused      cancel   -                    1  0  p   c1
    refused      retry    sent                 1  0  pp  -
    refused      edit     sent                 1  0  pp  -
    refused      offline  failed:forbidden     1  0  p   -
    refused      missing  failed:forbidden     1  0  p   -
    sent         pass     sent                 1  0  p   -
    sent         crash    sent                 1  0  p   -
    sent         cancel   sent                 1  0  p   -
    sent         retry    sent                 1  0  p   -
    sent         edit     sent                 1  0  pe  -
    sent         offline  sent                 1  0  p   -
    sent         missing  sent                 1  0  p   -
    """

  static var lines: [String] {
    table.split(separator: "\n").flatMap { row -> [String] in
      let words = row.split(separator: " ").map(String.init)
      guard words.count == 7, let state = states[words[0]], let event = events[words[1]],
        let begun = Int(words[3]), let stopped = Int(words[4])
      else { return ["cannot be told: \(row)"] }
      let files = { (count: Int) in
        count == 0 ? "none" : Array(repeating: "c1/1", count: count).joined(separator: " ")
      }
      let requests = words[5].compactMap { ["p": "publish:c1", "e": "edit:d1"][$0] }
      return [
        "", "case \(words[0])-then-\(words[1])",
        "do \(state) \"look\" file=photos/a.jpg; \(event)",
        words[2] == "-" ? "? timeline = none" : "? state c1 = \(words[2])",
        "? begun = \(files(begun))", "? aborted = \(files(stopped))",
        "? wire = \(requests.isEmpty ? "none" : requests.joined(separator: " "))",
        "? discarded = \(words[6] == "-" ? "none" : words[6])",
      ]
    }
  }
}
