public import Foundation

/// The golden files, bundled with the package.
public enum FixtureCorpus {
  /// The folder that holds the golden files.
  public static var directory: URL {
    Bundle.module.resourceURL!.appendingPathComponent("golden")
  }
}
