extension MutantCatalogue {
  static let window: [Mutant] = []
}
