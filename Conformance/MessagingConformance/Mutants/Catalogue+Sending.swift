extension MutantCatalogue {
  static let sending: [Mutant] = []
}
