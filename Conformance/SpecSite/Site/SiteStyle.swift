/// The style sheet. No imports, no fonts from elsewhere; the colours are those of the report.
enum SiteStyle {
  static let sheet = palette + frame + text + blocks + small

  private static let palette = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf7; --card: #ffffff; --ink: #1d1f24; --soft: #63676f; --line: #e4e1d9;
      --good: #18794e; --bad: #c4281c; --open: #8f5f00; --quiet: #6b7079; --known: #2f5fb3;
      --good-wash: #e3f3ea; --bad-wash: #fce7e4; --open-wash: #fbf0d3; --quiet-wash: #efede8;
      --known-wash: #e5edfa;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #15171a; --card: #1d2024; --ink: #e9e7e2; --soft: #a2a5ab; --line: #32363c;
        --good: #6fd19e; --bad: #ff8f82; --open: #e8bd5a; --quiet: #a5a9b0; --known: #92b6f5;
        --good-wash: #18332a; --bad-wash: #43201d; --open-wash: #3b3017; --quiet-wash: #2a2d32;
        --known-wash: #1f2d47;
      }
    }

    """

  private static let frame = """
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    body > header { position: sticky; top: 0; z-index: 2; display: flex; gap: 1.5rem;
      align-items: center; padding: .6rem 1.5rem; background: var(--card);
      border-bottom: 1px solid var(--line); }
    .home { font-weight: 700; text-decoration: none; }
    #search { flex: 1; max-width: 34rem; position: relative; }
    #search input { width: 100%; font: inherit; color: inherit; background: var(--paper);
      border: 1px solid var(--line); border-radius: .5rem; padding: .35rem .7rem; }
    .found { position: absolute; left: 0; right: 0; top: 2.6rem; margin: 0; padding: .3rem;
      list-style: none; background: var(--card); border: 1px solid var(--line);
      border-radius: .5rem; max-height: 70vh; overflow-y: auto;
      box-shadow: 0 .5rem 2rem rgb(0 0 0 / .18); }
    .found a { display: block; padding: .35rem .6rem; border-radius: .3rem; text-decoration: none; }
    .found a:hover, .found a:focus { background: var(--known-wash); }
    .found small { display: block; color: var(--soft); overflow-wrap: anywhere; }
    .found li:not(:has(a)) { padding: .35rem .6rem; color: var(--soft); }
    .columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
    nav { position: sticky; top: 3.6rem; align-self: start; max-height: calc(100vh - 3.6rem);
      overflow-y: auto; padding: 1.2rem 1rem 3rem 1.5rem; font-size: .9rem; }
    nav ul { list-style: none; margin: .2rem 0 .8rem; padding: 0; }
    nav a { display: block; padding: .12rem .5rem; border-radius: .3rem; text-decoration: none;
      line-height: 1.4; }
    nav a:hover { background: var(--quiet-wash); }
    nav [aria-current] { background: var(--known-wash); font-weight: 600; }
    nav small { display: block; color: var(--soft); font-weight: 400; }
    nav summary { font-weight: 600; cursor: pointer; padding: .15rem 0; }
    main { max-width: 52rem; padding: 1.5rem 2rem 6rem; }

    """

  private static let text = """
    a { color: inherit; text-underline-offset: .2em; text-decoration-color: var(--soft); }
    h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -.01em; scroll-margin-top: 4.5rem; }
    h1 { font-size: 2rem; } h2 { margin-top: 2.6rem; } h3 { font-size: 1.15rem; }
    h3.rule { margin: 3rem 0 .4rem; padding-top: 1rem; border-top: 1px solid var(--line); }
    :target { background: var(--known-wash); outline: .3rem solid var(--known-wash); }
    .permalink { color: var(--soft); text-decoration: none; font-weight: 400; opacity: .5; }
    .permalink:hover { opacity: 1; }
    .verdicts { margin: .2rem 0 .6rem; }
    .chip { display: inline-block; white-space: nowrap; padding: .05rem .5rem; border-radius: 1rem;
      font-size: .78rem; font-weight: 600; color: var(--quiet); background: var(--quiet-wash); }
    .pass, .conforming { color: var(--good); background: var(--good-wash); }
    .fail, .error, .unexpected-pass, .violated, .broken { color: var(--bad);
      background: var(--bad-wash); }
    .blocked, .inconclusive, .undecided { color: var(--open); background: var(--open-wash); }
    .known-fail, .as-listed { color: var(--known); background: var(--known-wash); }
    blockquote { margin: 1rem 0; padding: .1rem 1rem; border-left: 3px solid var(--line);
      color: var(--soft); }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .86em; }
    code { overflow-wrap: anywhere; }
    p code, li code, td code { background: var(--quiet-wash); padding: .1em .3em;
      border-radius: .25rem; }
    pre { background: var(--quiet-wash); padding: .8rem 1rem; border-radius: .5rem;
      overflow-x: auto; line-height: 1.55; }
    pre code { font-size: 1em; overflow-wrap: normal; }
    table { display: block; overflow-x: auto; border-collapse: collapse; font-size: .93rem; }
    th, td { text-align: left; vertical-align: top; padding: .4rem .8rem;
      border-bottom: 1px solid var(--line); }
    thead th { color: var(--soft); font-size: .85rem; }
    img { max-width: 100%; height: auto; }
    .file { border-bottom: 1px dotted var(--soft); }
    .facts, .contents { color: var(--soft); font-size: .92rem; }
    .contents summary { cursor: pointer; }
    .contents ul { columns: 20rem; padding-left: 1.1rem; }
    .contents li { break-inside: avoid; }

    """

  private static let blocks = """
    .block { margin: 1rem 0; scroll-margin-top: 4.5rem; }
    .block figcaption { font-size: .82rem; color: var(--soft); }
    .block pre { margin: .2rem 0 0; }
    .block .expected { color: var(--known); font-weight: 600; }
    .block .said { color: var(--soft); }
    .block img { display: block; margin-top: .6rem; border-radius: .5rem; }
    .lead { font-size: 1.15rem; color: var(--soft); max-width: 40rem; }
    .cards { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .6rem; }
    .cards li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
      padding: .5rem .9rem; }
    .areas .number { text-align: right; }
    .areas .chip { margin: .1rem 0; }

    """

  /// Small screens and paper.
  private static let small = """
    @media (max-width: 52rem) {
      .columns { display: flex; flex-direction: column-reverse; }
      nav { position: static; max-height: none; padding: 1rem 1.2rem 3rem;
        border-top: 1px solid var(--line); }
      main { padding: 1rem 1.2rem 3rem; max-width: 100%; }
      body > header { padding: .5rem 1.2rem; gap: 1rem; }
      h1 { font-size: 1.6rem; }
    }
    @media print {
      :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      body { font-size: 10pt; }
      body > header, nav, .permalink { display: none; }
      .columns { display: block; }
      main { max-width: none; padding: 0; }
      pre { white-space: pre-wrap; overflow: visible; }
      pre, .block, tr, img { break-inside: avoid; }
      h1, h2, h3, .verdicts, figcaption { break-after: avoid; }
    }
    @page { margin: 15mm; }

    """
}
