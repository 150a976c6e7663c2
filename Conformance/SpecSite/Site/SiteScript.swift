/// The search. Without it everything is there, and is read.
enum SiteScript {
  static let text = """
    (function () {
      "use strict";
      var root = document.documentElement.dataset.root;
      var input = document.createElement("input");
      input.type = "search";
      input.placeholder = "Search the Spec";
      input.setAttribute("aria-label", "Search the Spec");
      var list = document.createElement("ol");
      list.className = "found";
      list.hidden = true;
      document.getElementById("search").append(input, list);

      var isAsked = false;
      function load() {
        if (isAsked) { return; }
        isAsked = true;
        var script = document.createElement("script");
        script.src = root + "search-index.js";
        script.onload = search;
        document.head.append(script);
      }

      function rank(entry, words) {
        var title = entry[1].toLowerCase();
        var text = entry[2].toLowerCase();
        var sum = 0;
        for (var word of words) {
          if (title.startsWith(word)) { sum += 8; }
          else if (title.includes(word)) { sum += 4; }
          else if (text.includes(word)) { sum += 1; }
          else { return 0; }
        }
        return sum + (/^[A-Z]+-[0-9]{3} /.test(entry[1]) ? 1 : 0);
      }

      function search() {
        var words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
        list.replaceChildren();
        list.hidden = words.length === 0 || typeof searchIndex === "undefined";
        if (list.hidden) { return; }
        var found = searchIndex.map(function (entry) { return [rank(entry, words), entry]; })
          .filter(function (pair) { return pair[0] > 0; })
          .sort(function (a, b) { return b[0] - a[0]; });
        found.slice(0, 20).forEach(function (pair) {
          var entry = pair[1];
          var link = document.createElement("a");
          link.href = root + entry[0];
          var title = document.createElement("b");
          title.textContent = entry[1];
          var at = Math.max(0, entry[2].toLowerCase().indexOf(words[0]) - 40);
          var part = document.createElement("small");
          part.textContent = (at > 0 ? "…" : "") + entry[2].slice(at, at + 120);
          link.append(title, part);
          var item = document.createElement("li");
          item.append(link);
          list.append(item);
        });
        if (found.length > 20 || found.length === 0) {
          var rest = document.createElement("li");
          rest.textContent = found.length === 0 ? "Nothing found" : found.length + " places; type more";
          list.append(rest);
        }
      }

      input.addEventListener("focus", load);
      input.addEventListener("input", search);
      list.addEventListener("click", function () { list.hidden = true; });
      document.addEventListener("keydown", function (event) {
        if (event.key === "Escape") { list.hidden = true; }
        var isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
        if (event.key === "/" && !isTyping) { event.preventDefault(); input.focus(); }
      });
      var here = document.querySelector("nav [aria-current]");
      if (here) { here.scrollIntoView({ block: "nearest" }); }
    })();

    """
}
