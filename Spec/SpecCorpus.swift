public import Foundation

/// The Spec's requirement files, bundled with the package.
public enum SpecCorpus {
  /// The folder that holds one Markdown file per area.
  public static var directory: URL {
    Bundle.module.resourceURL!.appendingPathComponent("requirements")
  }
}
