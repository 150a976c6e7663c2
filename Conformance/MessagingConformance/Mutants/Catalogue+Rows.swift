extension MutantCatalogue {
  static let rows: [Mutant] = []
}
