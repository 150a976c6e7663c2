internal import MessagingCore
internal import MessagingModel

/// The language of `load` blocks.
enum DownloadLanguage {
  typealias Read = BlockLanguage<DownloadPlayer>.Read
  typealias Ask = Script<DownloadPlayer>.Ask

  static let language = BlockLanguage<DownloadPlayer>(
    introduction: introduction,
    placeholders: [
      AnyPlaceholder(file), AnyPlaceholder(wish), AnyPlaceholder(Words.number),
      AnyPlaceholder(Words.duration), AnyPlaceholder(SyncLanguage.share), AnyPlaceholder(failure),
      AnyPlaceholder(Words.code),
    ],
    steps: [settings, screens, server, device, random],
    questions: [asked, disk, status],
    checkLine: { line, above throws(ScriptError) in
      if line.isSetting, above.contains(where: { !$0.isSetting }) {
        throw ScriptError("'\(line.name)' stands in the first lines")
      }
      if line.joins { throw ScriptError("'& ' joins nothing here") }
    })

  private static let introduction = """
    Screens that wish for files, a server that has them, a disk on which they come to lie. A file
    has 100 bytes unless a line says otherwise, and messages say so. The server gives nothing unless
    a line says so; the disk does at once what it is asked for. A device that is started knows of no
    network until it is `online`. Waiting times have no jitter, a hundred files may be on their way
    at once, and progress is shown to the percent, unless the policy says otherwise.

    """

  static let file = Placeholder(
    "FILE", "a file by its number: `p1` is the whole of it, `t1` its small picture"
  ) { DownloadNames.file($0) }
  static let wish = Placeholder(
    "WISH",
    "a file that a screen wishes for: `p1` is visible, `p1+2` is two away; `p1:40` if the message "
      + "says that it has 40 bytes, `p1:?` if it says nothing"
  ) { WishWord($0) }
  static let failure = Placeholder<DownloadError.Kind>(
    "REASON", "`offline` `transient` `unauthorized` `refused` or `offset`"
  ) { word in
    let kinds: [String: DownloadError.Kind] = [
      "offline": .offline, "transient": .transient, "unauthorized": .unauthorized,
      "refused": .refused, "offset": .offset,
    ]
    return kinds[word]
  }

  /// A step in which something happens around the rules.
  static func happens(
    _ body: @escaping @Sendable (inout DownloadWorld) throws -> Void
  ) -> DownloadPlayer.Step { .world { try $0.act(body) } }

  static let settings = ClauseSection<Read>(
    "What downloads are played with, in the first lines",
    [
      Clause(
        "load-policy [places=N] [budget=N] [unknown=N] [silence=T] [step=N] [wrong=N] [first=T]"
          + " [longest=T] [jitter=SHARE]",
        "How downloads behave: `places` is how many may be on their way at once, `unknown` the "
          + "most bytes of a file whose size nobody says, `silence` how long a download may go on "
          + "without a byte, "
          + "`wrong` after how many wrong lengths a file is not asked for any more.",
        example: "load-policy places=2 budget=300"
      ) { a in
        .setting { $0.policy = policy(a, $0.policy) }
      },
      Clause(
        "holds FILE N [untold]",
        "The server's file has so many bytes, and it says so when it begins, or not.",
        example: "holds p1 150 untold"
      ) { a in
        let (file, size) = (try a.first(file), try a.first(Words.number))
        let tells = !a.has("untold")
        return .setting { $0.server[file] = DownloadWorld.ServerFile(size: size, tellsSize: tells) }
      },
      Clause(
        "lies FILE [part=N]",
        "It is on the disk already, or so many bytes of it; seen later than those above.",
        example: "lies p1 part=40"
      ) { a in
        let (file, part) = (try a.first(file), a.named("part", Words.number))
        return .setting { $0.stored.append((file, part)) }
      },
    ])

  private static func policy(_ a: Arguments, _ before: DownloadPolicy) -> DownloadPolicy {
    var policy = before
    let count = { (key: String, path: WritableKeyPath<DownloadPolicy, Int>) in
      policy[keyPath: path] = a.named(key, Words.number) ?? policy[keyPath: path]
    }
    count("places", \.atOnce)
    count("budget", \.budget)
    count("unknown", \.unknownLimit)
    count("step", \.progressStep)
    count("wrong", \.wrongLengths)
    policy.silenceLimit = a.named("silence", Words.duration) ?? policy.silenceLimit
    policy.retry.firstDelay = a.named("first", Words.duration) ?? policy.retry.firstDelay
    policy.retry.longestDelay = a.named("longest", Words.duration) ?? policy.retry.longestDelay
    policy.retry.jitter = a.named("jitter", SyncLanguage.share) ?? policy.retry.jitter
    return policy
  }
}

extension Script<DownloadPlayer>.Line {
  fileprivate var isSetting: Bool {
    if case .step(.setting) = content { true } else { false }
  }
}
