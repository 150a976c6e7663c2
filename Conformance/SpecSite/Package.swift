// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Writes the Spec as a web site; built only when asked for: `Conformance/site`. A package of its
// own: whoever depends on the outer one needs no Markdown
// (Spec/decisions/the-spec-as-a-web-site.md).
let package = Package(
  name: "spec-site",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // GitHub's own Markdown, so that a page looks here as it does there.
    .systemLibrary(
      name: "CMarkGFM", path: "CMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [
        .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
      ]),
    .target(
      name: "SpecSite", dependencies: ["CMarkGFM"], path: "Site", swiftSettings: settings),
    .executableTarget(
      name: "messaging-spec-site",
      dependencies: [
        "SpecSite", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Command", swiftSettings: settings),
    .testTarget(
      name: "SpecSiteTests", dependencies: ["SpecSite"], path: "Tests", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
