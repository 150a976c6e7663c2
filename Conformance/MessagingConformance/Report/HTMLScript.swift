/// The script of the page: a filter, and folded parts that open for a link and for printing. The
/// page is complete without it.
///
/// The text contains no `<` and no `&`, so that the page is well-formed XML.
enum HTMLScript {
  static let text = """
    (function () {
      "use strict";
      var all = function (query) { return Array.from(document.querySelectorAll(query)); };
      var rows = all("#requirements tbody tr");
      var areas = all("details.area");
      var failures = all("details.failure");
      var folds = areas.concat(failures);
      var wasOpen = folds.map(function (fold) { return fold.open; });

      var bar = document.createElement("form");
      bar.className = "filter";
      bar.setAttribute("role", "search");
      var input = document.createElement("input");
      input.type = "search";
      input.placeholder = "Filter: an id, a word";
      input.setAttribute("aria-label", "Filter requirements");
      var choice = document.createElement("select");
      choice.setAttribute("aria-label", "Outcome");
      var told = document.createElement("output");
      var names = [];
      rows.forEach(function (row) {
        row.dataset.outcomes.split(" ").forEach(function (name) {
          if (names.indexOf(name) === -1) { if (name) { names.push(name); } }
        });
      });
      ["any outcome"].concat(names.sort()).forEach(function (name, index) {
        var option = new Option(name.replace("-", " "), index === 0 ? "" : name);
        choice.add(option);
      });
      bar.append(input, choice, told);

      function apply() {
        var words = input.value.toLowerCase().split(" ").filter(Boolean);
        var isActive = words.length > 0 ? true : choice.value !== "";
        var matches = function (element) {
          var text = element.textContent.toLowerCase();
          var outcomes = (element.dataset.outcomes || "").split(" ");
          if (choice.value !== "") { if (!outcomes.includes(choice.value)) { return false; } }
          return words.every(function (word) { return text.includes(word); });
        };
        var shown = 0;
        rows.concat(failures).forEach(function (element) { element.hidden = !matches(element); });
        rows.forEach(function (row) { shown += row.hidden ? 0 : 1; });
        areas.forEach(function (area) {
          area.hidden = !area.querySelector("tbody tr:not([hidden])");
        });
        folds.forEach(function (fold, index) { fold.open = isActive ? true : wasOpen[index]; });
        told.textContent = isActive ? shown + " of " + rows.length + " requirements" : "";
      }
      input.addEventListener("input", apply);
      choice.addEventListener("change", apply);
      bar.addEventListener("submit", function (event) { event.preventDefault(); });
      var first = document.querySelector("#failures, #requirements");
      if (first) { if (rows.length > 1) { first.before(bar); } }

      function reveal() {
        var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (!target) { return; }
        if (target.closest("[hidden]")) { bar.reset(); apply(); }
        for (var at = target; at; at = at.parentElement) {
          if (at.tagName === "DETAILS") { at.open = true; }
        }
        target.scrollIntoView();
      }
      addEventListener("hashchange", reveal);
      reveal();

      var beforePrinting = [];
      addEventListener("beforeprint", function () {
        beforePrinting = folds.map(function (fold) { return fold.open; });
        folds.forEach(function (fold) { fold.open = true; });
      });
      addEventListener("afterprint", function () {
        folds.forEach(function (fold, index) { fold.open = beforePrinting[index]; });
      });
    })();
    """
}
