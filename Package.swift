// swift-tools-version: 6.2
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

var dependencies: [Package.Dependency] = [
  .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.0"),
]

// A target names every module that it imports, also those that another one brings along: else it is
// not compiled again when the layout of their types changes.
var targets: [Target] = [
  // The inner ring: values and pure functions. Imports nothing.
  .target(name: "MessagingModel", swiftSettings: settings),
  // What a screen shows: rows, their differences, the window over them, where the reader stays.
  .target(name: "MessagingTimeline", dependencies: ["MessagingModel"], swiftSettings: settings),
  // The outer ring: the roles, the storage protocol, the in-memory repository.
  .target(
    name: "MessagingCore", dependencies: ["MessagingModel", "MessagingTimeline"],
    swiftSettings: settings),
  // The repository in an SQLite file.
  .target(
    name: "MessagingSQLite",
    dependencies: [
      "MessagingCore", "MessagingModel", .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "GRDBSQLite", package: "GRDB.swift"),
    ],
    swiftSettings: settings),
  // The transports for a real homeserver, on Foundation alone. No library for apps imports it.
  .target(
    name: "MessagingMatrix", dependencies: ["MessagingCore", "MessagingModel"],
    swiftSettings: settings),
  // The command line.
  .executableTarget(
    name: "messaging-conformance",
    dependencies: [
      "BuiltInSubjects", "ConformanceProof", "FixtureCorpus", "MessagingConformance",
      "MessagingCore", "MessagingTimeline",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ],
    swiftSettings: settings),

  // The specification, as resources.
  .target(
    name: "SpecCorpus", path: "Spec",
    exclude: [
      "INDEX.md", "README.md", "architecture.md", "canonical-form.md", "decisions", "figures",
      "grammar.md", "guides", "ids.lock", "tables.md", "terms.md", "tour.md",
    ],
    sources: ["SpecCorpus.swift"], resources: [.copy("requirements")], swiftSettings: settings),
  // The golden files, as resources.
  .target(
    name: "FixtureCorpus", path: "Fixtures", exclude: ["CHANGES.md", "README.md"],
    sources: ["FixtureCorpus.swift"], resources: [.copy("golden")], swiftSettings: settings),

  // The suite. Imports no test framework.
  .target(
    name: "MessagingConformance",
    dependencies: [
      "MessagingCore", "MessagingModel", "MessagingTimeline", "SpecCorpus", "FixtureCorpus",
      .product(name: "CustomDump", package: "swift-custom-dump"),
    ],
    path: "Conformance/MessagingConformance", swiftSettings: settings),
  // The bridge to Swift Testing; declares no test of its own.
  .target(
    name: "MessagingConformanceTesting",
    dependencies: ["MessagingConformance", "MessagingCore", "MessagingModel"],
    path: "Conformance/MessagingConformanceTesting", swiftSettings: settings),
  // The proof of the suite itself: mutants, the kill matrix, lints, what is generated. Whoever
  // plugs in a backend does not compile it.
  .target(
    name: "ConformanceProof",
    dependencies: [
      "ExampleBackend", "MessagingConformance", "MessagingCore", "MessagingModel",
      "MessagingTimeline",
    ],
    path: "Conformance/ConformanceProof", swiftSettings: settings),
  // A backend written as an outsider would.
  .target(
    name: "ExampleBackend", dependencies: ["MessagingCore", "MessagingModel"],
    path: "Conformance/ExampleBackend", swiftSettings: settings),
  // SQLite's file layer with each step announced, for subjects that can lose power.
  .target(
    name: "WatchedSQLite",
    dependencies: [
      "MessagingConformance", "MessagingCore",
      .product(name: "GRDBSQLite", package: "GRDB.swift"),
    ],
    path: "Conformance/WatchedSQLite", swiftSettings: settings),
  // The subjects that the command line knows.
  .target(
    name: "BuiltInSubjects",
    dependencies: [
      "MessagingConformance", "MessagingCore", "MessagingModel", "MessagingSQLite",
      "MessagingTimeline", "ExampleBackend", "FixtureCorpus", "WatchedSQLite",
    ],
    path: "Conformance/BuiltInSubjects", swiftSettings: settings),

  // What has to hold whatever bytes a decoder or a parser is given.
  .target(
    name: "FuzzTargets",
    dependencies: [
      "MessagingConformance", "MessagingCore", "MessagingMatrix", "MessagingModel",
      "MessagingTimeline",
    ],
    path: "Conformance/Fuzzing",
    exclude: ["Answers", "Command", "Found", "soak-report.sh", "words.txt"],
    swiftSettings: settings),

  .testTarget(
    name: "MessagingModelTests",
    dependencies: ["MessagingModel", "MessagingCore", "MessagingConformance"],
    swiftSettings: settings),
  .testTarget(
    name: "MessagingTimelineTests",
    dependencies: ["MessagingTimeline", "MessagingModel", "MessagingConformance"],
    swiftSettings: settings),
  .testTarget(
    name: "MessagingCoreTests",
    dependencies: ["MessagingCore", "MessagingModel", "MessagingTimeline", "MessagingConformance"],
    swiftSettings: settings),
  .testTarget(
    name: "MessagingSQLiteTests",
    dependencies: [
      "MessagingSQLite", "MessagingCore", "MessagingModel", "MessagingTimeline",
      "MessagingConformance", "BuiltInSubjects", "FixtureCorpus", "WatchedSQLite",
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "GRDBSQLite", package: "GRDB.swift"),
    ],
    swiftSettings: settings),
  .testTarget(
    name: "MessagingMatrixTests",
    dependencies: ["MessagingMatrix", "MessagingCore", "MessagingModel"], swiftSettings: settings),
  .testTarget(
    name: "ConformanceEngineTests",
    dependencies: [
      "ConformanceProof", "MessagingConformance", "MessagingCore", "MessagingModel",
      "MessagingTimeline", "BuiltInSubjects", "FixtureCorpus",
    ], exclude: ["Golden"],
    swiftSettings: settings),
  .testTarget(
    name: "ConformanceTests",
    dependencies: [
      "ConformanceProof", "MessagingConformanceTesting", "MessagingConformance", "MessagingCore",
      "MessagingModel", "MessagingTimeline", "BuiltInSubjects", "ExampleBackend",
    ], swiftSettings: settings),
  .testTarget(
    name: "FuzzTargetsTests", dependencies: ["FuzzTargets"], swiftSettings: settings),
  .testTarget(
    name: "ExampleBackendTests",
    dependencies: [
      "ExampleBackend", "MessagingConformanceTesting", "MessagingCore", "MessagingModel",
    ], swiftSettings: settings),
  .testTarget(name: "HouseRulesTests", swiftSettings: settings),
]

// Measures against raw SQLite and GRDB; built only when asked for: `Tests/Benchmarks/run`.
if ProcessInfo.processInfo.environment["MESSAGING_BENCHMARKS"] != nil {
  targets.append(
    .executableTarget(
      name: "messaging-benchmarks",
      dependencies: [
        "MessagingSQLite", "MessagingCore", "MessagingModel", "MessagingTimeline",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Tests/Benchmarks", exclude: ["run"], swiftSettings: settings))
}

// A device for the lab with a real homeserver; built only when asked for: `Conformance/matrix-lab`.
if ProcessInfo.processInfo.environment["MESSAGING_MATRIX_LAB"] != nil {
  targets.append(
    .executableTarget(
      name: "matrix-device",
      dependencies: ["MessagingMatrix", "MessagingSQLite", "MessagingCore", "MessagingModel"],
      path: "Conformance/MatrixLab/Device", swiftSettings: settings))
}

// Gives the bytes of libFuzzer to the decoders; built only when asked for: `Conformance/soak`.
if ProcessInfo.processInfo.environment["MESSAGING_FUZZING"] != nil {
  targets.append(
    .executableTarget(
      name: "messaging-fuzz", dependencies: ["FuzzTargets"], path: "Conformance/Fuzzing/Command",
      swiftSettings: settings))
}

// A conversation in the browser; resolved and built only when asked for: `Conformance/lab`.
if ProcessInfo.processInfo.environment["MESSAGING_LAB"] != nil {
  dependencies.append(.package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"))
  targets.append(
    .executableTarget(
      name: "messaging-lab",
      dependencies: [
        "MessagingCore", "MessagingModel", "MessagingTimeline",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Page")], swiftSettings: settings))
}

let package = Package(
  name: "messaging-spec",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "MessagingModel", targets: ["MessagingModel"]),
    .library(name: "MessagingTimeline", targets: ["MessagingTimeline"]),
    .library(name: "MessagingCore", targets: ["MessagingCore"]),
    .library(name: "MessagingSQLite", targets: ["MessagingSQLite"]),
    .library(name: "MessagingMatrix", targets: ["MessagingMatrix"]),
    .library(name: "MessagingConformance", targets: ["MessagingConformance"]),
    .library(name: "MessagingConformanceTesting", targets: ["MessagingConformanceTesting"]),
    .library(name: "WatchedSQLite", targets: ["WatchedSQLite"]),
    .executable(name: "messaging-conformance", targets: ["messaging-conformance"]),
  ],
  dependencies: dependencies,
  targets: targets,
  swiftLanguageModes: [.v6]
)
