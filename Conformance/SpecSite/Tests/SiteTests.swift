import Foundation
import Testing

@testable import SpecSite

@Suite struct PageReaderTests {
  private static let order = """
    # ORDER — The one total order

    Words are in [terms](../terms.md#position), code in [there](../../Sources/A.swift).

    <a id="ORDER-001"></a>
    ### ORDER-001 — Time & `name`, then <nothing>

    `must` · after `ORDER-002`

    > Why: a < b.
    > If this fails: look.

    ```scenario first not idle
    -- said
    receive s1@1 "<b>"
    ? timeline = s1
    ```
    """

  private static func page(_ text: String = order) throws -> Page {
    let lines = """
      {"record":"header","suite":"1","spec":"2","seed":"3","build":"debug","selection":[]}
      {"record":"requirement","id":"ORDER-001","outcomes":{"b":"fail","a":"pass"}}
      {"record":"footer","complete":true,"verdicts":{"a":"conforming","b":"violated"}}
      """
    let known: Set = ["Sources/A.swift", "Spec/figures/ORDER-001-first.svg"]
    let reader = PageReader(
      files: ["Spec/terms.md", "Spec/requirements/ORDER.md"], isFile: known.contains,
      verdicts: try Verdicts(jsonLines: lines))
    return reader.page("Spec/requirements/ORDER.md", text)
  }

  @Test func `a rule has its id, its verdicts and its blocks`() throws {
    let page = try Self.page()
    #expect(page.rules.map(\.anchor) == ["ORDER-001"])
    #expect(page.body.contains(#"<h3 id="ORDER-001" class="rule">ORDER-001 — Time &amp;"#))
    #expect(page.body.contains(#"<span class="chip pass" title="a holds">✓ a</span>"#))
    #expect(page.body.contains(#"<span class="chip fail" title="b violated">✗ b</span>"#))
    #expect(page.body.contains(#"<figure class="block" id="ORDER-001/first">"#))
    #expect(page.body.contains(#"<span class="expected">? timeline = s1</span>"#))
    #expect(page.body.contains("&lt;b&gt;"))
    #expect(page.assets == ["Spec/figures/ORDER-001-first.svg"])
    #expect(page.body.contains(#"<img src="../figures/ORDER-001-first.svg""#))
  }

  @Test func `links lead to pages, and what is no page is named`() throws {
    let page = try Self.page()
    #expect(page.body.contains(##"<a href="../terms.html#position">terms</a>"##))
    #expect(page.body.contains(#"<span class="file" title="Sources/A.swift">there</span>"#))
    #expect(page.body.contains(##"<a href="#ORDER-002"><code>ORDER-002</code></a>"##))
    #expect(page.links.compactMap(\.anchor) == ["position", "ORDER-002"])
    let lost = try Self.page("[x](gone.md)")
    #expect(lost.problems == ["Spec/requirements/ORDER.md: the link gone.md leads nowhere"])
  }

  @Test func `raw HTML does not come through`() throws {
    let page = try Self.page("# A\n\n<script>alert(1)</script>\n\nB <i onclick=\"x\">c</i>\n")
    #expect(!page.body.contains("<script"))
    #expect(!page.body.contains("onclick"))
    #expect(page.problems.count == 3)
  }

  @Test func `headings of one text have anchors of their own`() throws {
    let page = try Self.page("# A b!\n\n## A b!\n\n## A b!\n")
    #expect(page.headings.map(\.anchor) == ["a-b", "a-b-1", "a-b-2"])
  }
}

@Suite struct AddressTests {
  @Test func `addresses are those of folders`() {
    #expect(Address.resolve("../terms.md", from: "Spec/requirements/A.md") == "Spec/terms.md")
    #expect(Address.resolve("../../../x", from: "Spec/requirements/A.md") == nil)
    #expect(Address.relative("Spec/a.html", from: "Spec/b/c.html") == "../a.html")
    #expect(Address.relative("Spec/a.html", from: "index.html") == "Spec/a.html")
    #expect(Address.relative("Spec/a/b.html", from: "Spec/a/c.html") == "b.html")
    #expect(Address.page(of: "Spec/README.md") == "Spec/index.html")
    #expect(Address.page(of: "README.md") == "readme.html")
  }

  @Test func `a text is a script's string`() {
    #expect(HTML.quoted("a\"b\\c\nd</script>\u{2028}") == #""a\"b\\c d</script> ""#)
  }
}

@Suite struct VerdictsTests {
  @Test(arguments: [
    ("{", "line 1 is not a line of results"),
    (
      #"{"record":"header","suite":"","spec":"","seed":"","build":"","selection":["REPO-*"]}"#,
      "the results cover a part of the suite; run all of it"
    ),
    (
      #"{"record":"header","suite":"","spec":"","seed":"","build":"","selection":[]}"#,
      "the run did not come to its end; run it again"
    ),
  ])
  func `only a whole run has verdicts`(text: String, reason: String) {
    #expect {
      try Verdicts(jsonLines: text)
    } throws: { error in
      "\(error)" == reason || (error as? SiteError)?.description == reason
    }
  }
}
