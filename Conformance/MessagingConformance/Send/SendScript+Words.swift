extension SendScript {
  static let introduction = """
    What the user sends, what the network makes of it, and what becomes of both. The user's part is
    written with the steps of scenarios (`send c1 "hello"`, `amend d1 c1 edit "new"`, `cancel c1`,
    `retry c1`), and so are the questions about what is stored (`? state c1 = sent`). After each
    line everything happens that can happen without time passing; `reopen` and `kill` are a crash.

    Waiting times have no jitter, and nothing under way has a limit, unless the policy says so.

    """

  static let around = BlockGrammar.Section(
    "Around the queue",
    [
      .init(
        "policy [skip] [overtake] [age=T] [first=T] [longest=T] [jitter=N] [limit=T] [stall=T]",
        "How sending behaves; the first line, if at all. `limit`: of a request; `stall`: of an upload "
          + "that tells nothing.", example: "policy skip age=24h"),
      .init(
        "server [always] answers|loses-answer|loses-request|hangs|takes-and-hangs|refuses CODE|"
          + "busy [after=T]|code CODE|answers-another|answers-taken-name",
        "What becomes of the next request for which nothing is planned yet; with `always`, of all "
          + "for which nothing is planned.", example: "server loses-answer"),
      .init("hold", "Answers do not come back.", example: "hold"),
      .init("release", "They do again.", example: "release"),
      .init(
        "uploads [always] answer|stall|refuse CODE|fail CODE",
        "What becomes of the next upload; `refuse` for good, `fail` for now.",
        example: "uploads refuse too-large"),
      .init("uploads at N", "What is under way tells so many percent.", example: "uploads at 40"),
      .init("uploads go-on", "What stalls goes on.", example: "uploads go-on"),
      .init(
        "uploads percents N …", "What is told before an upload ends.",
        example: "uploads percents 3 10 12 60"),
      .init(
        "file PATH missing|size=N", "A file is gone, or is not what was accepted.",
        example: "file photos/a.jpg missing"),
      .init("offline", "There is no network.", example: "offline"),
      .init("online", "There is one again.", example: "online"),
      .init("pause [CONVERSATION]", "Sends nothing there, or anywhere.", example: "pause k1"),
      .init("resume [CONVERSATION]", "Goes on sending.", example: "resume k1"),
      .init("advance T", "Time passes: `250ms` `5s` `2m` `13h` `3d`.", example: "advance 13h"),
      .init("tick", "Time passes until somebody waited for it.", example: "tick"),
      .init(
        "crash [arriving]",
        "The process dies and begins anew; with `arriving`, requests on their way arrive.",
        example: "crash arriving"),
      .init(
        "echo REF [anonymous]", "The server sends back what it published, with our id or without.",
        example: "echo c1 anonymous"),
      .init(
        "again REF", "The last answer to a request, for a message or a change, comes once more.",
        example: "again c1"),
      .init(
        "store fails [reads=N] [writes=N]", "So many operations of the store fail.",
        example: "store fails reads=5"),
      .init(
        "loose", "From here on nothing happens by itself: for random histories.", example: "loose"),
      .init(
        "step N", "One of the things that can happen now, counted from 0 and around.",
        example: "step 3"),
      .init("settle-all", "Everything happens that can happen now.", example: "settle-all"),
      .init(
        "heal",
        "Nothing fails any more, time passes, and the user retries what failed, until all is done.",
        example: "heal"),
    ])

  static let expectations = BlockGrammar.Section(
    "What is expected beside what is stored: one of these, `=` or `!=`, values",
    [
      .init(
        "? wire", "The requests that reached the server, in order.",
        example: "? wire = publish:c1 publish:c1 edit:d1"),
      .init(
        "? server", "The messages that it shows to others, in order.", example: "? server = c1 c2"),
      .init("? kept REF", "What it keeps of one.", example: #"? kept c1 = "hello""#),
      .init("? target REF", "What one of its messages answers to.", example: "? target c2 = c1"),
      .init(
        "? reacted REF", "Our reactions to one, as it has them.", example: #"? reacted c1 = "👍""#),
      .init("? tries REF", "How often a request was begun.", example: "? tries c1 = 2"),
      .init("? due", "When the queue wants to be woken, or `none`.", example: "? due = 1000ms"),
      .init("? begun", "The uploads that were begun, in order.", example: "? begun = c1/1 c1/2"),
      .init("? aborted", "Those that were stopped.", example: "? aborted = c1/1"),
      .init("? uploaded", "Those that came through.", example: "? uploaded = c1/2"),
      .init("? discarded", "The messages whose files were removed.", example: "? discarded = c1"),
      .init("? reads", "How often the store was read since the last step.", example: "? reads = 2"),
      .init(
        "? story",
        "`told` if the server shows exactly what the user accepted and did not take back, once, in "
          + "order, as it was written last, and the store the same; otherwise what is wrong.",
        example: "? story = told"),
      .init("? commits", "How many commits the last step led to.", example: "? commits = 2"),
    ])
}
