/// The style sheet of the page. It imports nothing and loads no fonts.
enum HTMLStyle {
  static let sheet =
    palette + base + cards + tables + glance + failures + folds + HTMLStyle.forPrint

  private static let palette = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf7; --card: #ffffff; --ink: #1d1f24; --soft: #63676f; --line: #e4e1d9;
      --good: #18794e; --bad: #c4281c; --open: #8f5f00; --quiet: #6b7079; --known: #2f5fb3;
      --good-wash: #e3f3ea; --bad-wash: #fce7e4; --open-wash: #fbf0d3; --quiet-wash: #efede8;
      --known-wash: #e5edfa; --open-fill: #dfa224;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #15171a; --card: #1d2024; --ink: #e9e7e2; --soft: #a2a5ab; --line: #32363c;
        --good: #6fd19e; --bad: #ff8f82; --open: #e8bd5a; --quiet: #a5a9b0; --known: #92b6f5;
        --good-wash: #18332a; --bad-wash: #43201d; --open-wash: #3b3017; --quiet-wash: #2a2d32;
        --known-wash: #1f2d47; --open-fill: #e8bd5a;
      }
    }

    """

  private static let base = """
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
    }
    main { max-width: 74rem; margin: 0 auto; padding: 3rem 1.5rem 6rem; }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    code { font-size: .9em; }
    a { color: inherit; text-underline-offset: .2em; text-decoration-color: var(--line); }
    a:hover { text-decoration-color: currentColor; }
    h1 { font-size: 2.4rem; line-height: 1.15; letter-spacing: -.02em; margin: .2rem 0 .6rem; }
    h2 { font-size: 1.35rem; margin: 3rem 0 .8rem; letter-spacing: -.01em; }
    h2 small { font-weight: 400; color: var(--soft); font-size: 1rem; margin-left: .4rem; }
    .eyebrow { margin: 0; color: var(--soft); font-size: .85rem; letter-spacing: .08em;
      text-transform: uppercase; }
    .facts { color: var(--soft); margin: 0; }
    .warning { color: var(--bad); font-weight: 600; }
    .chip { display: inline-block; white-space: nowrap; padding: .08rem .55rem;
      border-radius: 1rem; font-size: .8rem; font-weight: 600; color: var(--quiet);
      background: var(--quiet-wash); }
    .chip.pass { color: var(--good); background: var(--good-wash); }
    .chip.fail, .chip.error, .chip.unexpected-pass { color: var(--bad);
      background: var(--bad-wash); }
    .chip.inconclusive, .chip.blocked, .chip.warn { color: var(--open); background: var(--open-wash); }
    .chip.known-fail { color: var(--known); background: var(--known-wash); }
    footer { margin-top: 4rem; border-top: 1px solid var(--line); }
    dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr));
      gap: .5rem 2rem; }
    dl div { display: flex; gap: .8rem; align-items: baseline; }
    dt { flex: 0 0 8.5rem; }
    dd { margin: 0; color: var(--soft); font-size: .9rem; }

    """

  private static let cards = """
    .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr));
      gap: 1rem; margin: 2rem 0; }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: .8rem;
      padding: 1.1rem 1.3rem; border-top: 4px solid var(--quiet); }
    .card.conforming { border-top-color: var(--good); }
    .card.violated, .card.broken { border-top-color: var(--bad); }
    .card.undecided, .card.as-listed { border-top-color: var(--open); }
    .card h2 { margin: 0; font-size: 1.2rem; }
    .card .verdict { margin: 0 0 .8rem; color: var(--soft); }
    .card.conforming .verdict { color: var(--good); }
    .card.violated .verdict, .card.broken .verdict { color: var(--bad); }
    .card.undecided .verdict, .card.as-listed .verdict { color: var(--open); }
    .card ul { margin: .9rem 0 0; padding: 0; list-style: none; font-size: .92rem; }
    .card .claim { margin: .8rem 0 0; color: var(--soft); font-size: .85rem; }
    .bar { display: flex; gap: 2px; height: .55rem; border-radius: .3rem; overflow: hidden; }
    .bar span { background: var(--quiet); min-width: 3px; }
    .bar .unsupported, .bar .untested, .bar .not-run { background: var(--line); }
    .bar .pass { background: var(--good); }
    .bar .known-fail { background: var(--known); }
    .bar .blocked, .bar .inconclusive, .bar .warn { background: var(--open-fill); }
    .bar .fail, .bar .error, .bar .unexpected-pass { background: var(--bad); }

    """

  private static let glance = """
    .glance td { width: auto; line-height: 0; padding-top: .85rem; }
    .glance tbody th { min-width: 0; white-space: nowrap; }
    .glance .title { color: var(--soft); margin-left: .4rem; }
    .dot { display: inline-block; width: .8rem; height: .8rem; margin: 0 .2rem .2rem 0;
      border-radius: .22rem; background: var(--line); }
    .dot:hover { outline: 2px solid var(--ink); outline-offset: 1px; }
    .dot.pass { background: var(--good); }
    .dot.known-fail { background: var(--known); }
    .dot.unsupported, .dot.untested, .dot.not-run { background: none;
      border: 1.5px solid var(--quiet); opacity: .6; }
    .dot.blocked, .dot.inconclusive, .dot.warn { background: var(--open-fill); }
    .dot.fail, .dot.error, .dot.unexpected-pass { background: var(--bad); }
    #glance .facts { margin-top: .7rem; font-size: .9rem; }

    """

  private static let failures = """
    .failure { background: var(--card); border: 1px solid var(--line); border-radius: .8rem;
      border-left: 4px solid var(--bad); padding: 1rem 1.4rem; margin: 0 0 1rem; color: var(--ink);
      font-size: 1rem; }
    .failure summary { font-size: 1rem; }
    .failure:target { outline: 2px solid var(--known); }
    .failure.inconclusive, .failure.warn { border-left-color: var(--open); }
    .failure h3 { margin: .6rem 0 .3rem; font-size: 1.05rem; }
    .failure blockquote { margin: 0; color: var(--ink); }
    .failure .hint, .failure .note, .others { color: var(--soft); font-size: .92rem; }
    .failure .hint { margin: .3rem 0; }
    .failure .pair { margin-top: .9rem; }
    .failure .message { display: block; font-weight: 600; margin: .4rem 0 0;
      overflow-wrap: anywhere; }
    .failure h3 { margin-top: .9rem; }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr));
      gap: 1rem; }
    figure { margin: 0; min-width: 0; }
    figure.picture { margin-top: 1rem; overflow-x: auto; }
    figcaption { font-size: .8rem; color: var(--soft); margin-bottom: .25rem; }
    pre { margin: 0; padding: .7rem 0; border-radius: .5rem; background: var(--quiet-wash);
      font-size: .84rem; line-height: 1.6; overflow-x: auto; }
    pre .line { display: inline-block; min-width: 100%; padding: 0 .9rem; }
    pre .number { display: inline-block; width: 2.6rem; color: var(--soft); font-style: normal;
      user-select: none; }
    pre .failing { background: var(--bad-wash); color: var(--bad); font-weight: 600; }
    pre .expected { background: var(--bad-wash); color: var(--bad); }
    pre .actual { background: var(--good-wash); color: var(--good); }
    p.replay { margin: .9rem 0 0; }
    code.replay { display: block; padding: .5rem .9rem; border-radius: .5rem;
      background: var(--quiet-wash); overflow-x: auto; white-space: pre; }
    code.replay::before { content: "$ "; color: var(--soft); }

    """

  private static let tables = """
    table { width: 100%; border-collapse: collapse; background: var(--card);
      border: 1px solid var(--line); }
    thead th { position: sticky; top: 0; background: var(--card); z-index: 1;
      box-shadow: inset 0 -1px var(--line); font-size: .85rem; color: var(--soft); }
    th, td { text-align: left; vertical-align: top; padding: .75rem 1rem; }
    tbody tr { border-top: 1px solid var(--line); }
    tbody tr:target { background: var(--known-wash); }
    tbody th { font-weight: 400; min-width: 20rem; }
    td { width: 9.5rem; }
    td .count { display: block; color: var(--soft); font-size: .78rem; margin-top: .2rem; }
    td a { text-decoration: none; }
    .name { margin: 0; font-weight: 600; }
    .rule { margin: .15rem 0 0; color: var(--soft); }
    .level { font-size: .72rem; text-transform: uppercase; letter-spacing: .05em;
      color: var(--soft); border: 1px solid var(--line); border-radius: .3rem;
      padding: 0 .35rem; margin: 0 .2rem; }
    details { margin-top: .3rem; font-size: .92rem; color: var(--soft); }
    details p { margin: .4rem 0; }
    summary { cursor: pointer; font-size: .82rem; }
    .evidence { font-size: .82rem; }
    @media (max-width: 40rem) {
      main { padding: 1.5rem 1rem 4rem; }
      h1 { font-size: 1.8rem; }
      thead { display: none; }
      tr, tbody th, td { display: block; width: auto; min-width: 0; }
      td { padding-top: 0; }
      td::before { content: attr(data-subject); display: inline-block; min-width: 5rem;
        margin-right: .6rem; color: var(--soft); font-size: .85rem; }
      .glance td::before { display: block; line-height: 1.6; }
    }

    """
}

extension HTMLStyle {
  /// The style of folded parts, of the filter above them, and of names that link to their own
  /// place.
  fileprivate static let folds = """
    .area { margin: .7rem 0 0; color: var(--ink); font-size: 1rem; border: 1px solid var(--line);
      border-radius: .6rem; background: var(--card); }
    .area table { border-width: 1px 0 0; border-radius: 0 0 .6rem .6rem; }
    .area > summary, .failure > summary { cursor: pointer; }
    .area > summary { padding: .7rem 1rem; font-size: 1rem; }
    .area h3 { display: inline; margin: 0 .6rem 0 .2rem; font-size: 1.05rem; }
    .area h3 small { font-weight: 400; color: var(--soft); margin-left: .3rem; }
    .card details ul { margin-top: .4rem; }
    .permalink { font: 600 .95em ui-monospace, "SF Mono", Menlo, Consolas, monospace;
      text-decoration: none; overflow-wrap: anywhere; }
    .permalink span { color: var(--soft); opacity: .55; margin-left: .25em; }
    .permalink:hover span { opacity: 1; }
    .filter { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: 2.5rem 0 0; }
    .filter input { flex: 1 1 14rem; }
    .filter input, .filter select { font: inherit; color: inherit; background: var(--card);
      border: 1px solid var(--line); border-radius: .5rem; padding: .45rem .7rem; min-width: 0; }
    .filter output { color: var(--soft); font-size: .9rem; }
    [hidden] { display: none !important; }
    #compared details { color: var(--ink); font-size: 1rem; }
    #compared h3 { display: inline; font-size: 1.05rem; }
    #compared ul { padding-left: 1.2rem; }
    #compared li { margin: .2rem 0; overflow-wrap: anywhere; }
    #begin ol, #times ol { padding-left: 1.4rem; }
    #known li, #times li { overflow-wrap: anywhere; }
    .times { width: auto; margin: .8rem 0; }
    .times tbody th { min-width: 0; }
    .times th, .times td { padding: .3rem 1rem; }

    """

  /// The style for print: no controls, and every part is open that is about a failure.
  fileprivate static let forPrint = """
    @media print {
      :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      body { font-size: 10pt; }
      main { max-width: none; padding: 0; }
      h1 { font-size: 20pt; }
      .filter, .permalink span { display: none; }
      .failure, .card, tbody tr, .dot, pre { break-inside: avoid; }
      h2, h3, .area > summary { break-after: avoid; }
      thead th { position: static; }
      pre { white-space: pre-wrap; overflow: visible; overflow-wrap: anywhere; }
      code.replay { white-space: pre-wrap; }
      .area::details-content, .failure::details-content { content-visibility: visible; }
    }
    @page { margin: 15mm; }
    """
}
