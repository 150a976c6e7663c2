// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Plants faults in the sources and lists those that no block of the Spec catches; built only when
// asked for: `Conformance/mutate`. A package of its own: whoever depends on the outer one, builds
// it or runs its tests resolves no swift-syntax (Spec/decisions/source-mutation.md). The folder
// Cases is not part of it: it is compiled with the copy of the sources that the faults are planted
// in.
let package = Package(
  name: "source-mutation",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // Where faults can be planted, and how.
    .target(
      name: "SourceFaults",
      dependencies: [
        .product(name: "SwiftOperators", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      path: "Faults", swiftSettings: settings),
    // Builds the copy and asks the suite.
    .target(
      name: "SourceMutation", dependencies: ["SourceFaults"], path: "Mutation",
      swiftSettings: settings),
    .executableTarget(
      name: "messaging-mutate",
      dependencies: [
        "SourceFaults", "SourceMutation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Command", swiftSettings: settings),
    .testTarget(
      name: "SourceMutationTests", dependencies: ["SourceFaults", "SourceMutation"], path: "Tests",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
