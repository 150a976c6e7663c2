// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `FORM The canonical form` {
  @Test(arguments: subjectNames(playing: .form))
  func `FORM-001 One form for each value`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-001")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-002 The members of the table, in its order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-002")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-003 A default is left out`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-003")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-004 Numbers are whole, of 64 bits`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-004")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-005 One way to escape`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-005")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-006 A string is its bytes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-006")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-007 All of it, and nothing else`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-007")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-008 Where the mistake is`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-008")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-009 An error quotes nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-009")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-010 A path stays in its folder`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-010")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-011 A key whose bytes have the order of positions`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-011")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-012 The same id on every device`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-012")
  }

  @Test(arguments: subjectNames(playing: .form))
  func `FORM-013 Any value, any mistake`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FORM-013")
  }
}
