extension MutantCatalogue {
  static let scroll: [Mutant] = []
}
