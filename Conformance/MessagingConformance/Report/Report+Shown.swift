extension Report {
  /// The requirements with a row on the page: those with a case that ran, and untested ones in the
  /// areas of those.
  var shownRequirements: [Requirement] {
    let ran = Set(results.lazy.filter { $0.outcome != .notRun }.map(\.id.requirement))
    let areas = Set(ran.map(\.area.code))
    return activeRequirements.filter { requirement in
      ran.contains(requirement.id)
        || (requirement.untested != nil && areas.contains(requirement.id.area.code))
    }
  }

  /// A sentence that names what has no row; `nil` if nothing is left out.
  var leftOut: String? {
    let shown = Set(shownRequirements.map(\.id))
    let missing = activeRequirements.filter { !shown.contains($0.id) }.map(\.id)
    guard !missing.isEmpty else { return nil }
    let shownAreas = Set(shown.map(\.area.code))
    let areas = Set(missing.map(\.area).filter { !shownAreas.contains($0.code) }).sorted()
    let others = missing.count { shownAreas.contains($0.area.code) }
    let parts = [
      areas.isEmpty ? nil : areas.map(\.code).joined(separator: " "),
      others == 0 ? nil : "\(ReportWording.count(others, "requirement")) of the areas below",
    ]
    return "Not run, and left out: \(parts.compactMap(\.self).joined(separator: "; "))"
  }
}
