extension MutantCatalogue {
  static let diff: [Mutant] = []
}
