import MessagingModel
import Testing

@testable import MessagingCore

/// Which commits count as those of another handle (`REPO-089`).
@Suite struct OthersCommitsTests {
  private func store(_ revision: Int64, _ sequences: Int64) -> StoreRecord {
    var store = StoreRecord(owner: "me")
    store.revision = Revision(revision)
    store.nextSequence = sequences + 1
    return store
  }

  private func opened() -> OthersCommits { OthersCommits(at: store(5, 2)) }

  @Test func `at the opening everything is from others`() {
    #expect(opened().mayHaveSent == 2)
  }

  @Test func `own commits are not, even if a read sees one before its call returns`() {
    var commits = opened()
    commits.begin(Revision(6))
    commits.find(store(6, 3))
    #expect(commits.mayHaveSent == 2)
    commits.end(Revision(6), isCommitted: true)
    commits.begin(Revision(7))
    commits.begin(Revision(8))
    commits.end(Revision(8), isCommitted: true)
    commits.end(Revision(7), isCommitted: true)
    commits.find(store(8, 5))
    #expect(commits.mayHaveSent == 2)
  }

  @Test func `a commit between two own ones is from another handle, also when it is found late`() {
    var commits = opened()
    commits.begin(Revision(6))
    commits.end(Revision(6), isCommitted: true)
    commits.begin(Revision(8))
    commits.end(Revision(8), isCommitted: true)
    commits.find(store(8, 5))
    #expect(commits.mayHaveSent == 5)
    commits.begin(Revision(9))
    commits.end(Revision(9), isCommitted: true)
    commits.find(store(9, 6))
    #expect(commits.mayHaveSent == 5)
    commits.find(store(10, 7))
    #expect(commits.mayHaveSent == 7)
  }

  @Test func `a commit that is being written does not count before it has happened`() {
    var commits = opened()
    commits.begin(Revision(6))
    commits.find(store(5, 2))
    commits.end(Revision(6), isCommitted: false)
    commits.find(store(5, 2))
    commits.find(store(6, 3))
    #expect(commits.mayHaveSent == 3)
  }

  @Test(arguments: [false, true])
  func `the revision of a commit that failed is another handle's, also after a read`(
    isReadBefore: Bool
  ) {
    var commits = opened()
    commits.begin(Revision(6))
    commits.end(Revision(6), isCommitted: false)
    if isReadBefore { commits.find(store(5, 2)) }
    #expect(commits.mayHaveSent == 2)
    commits.find(store(6, 3))
    #expect(commits.mayHaveSent == 3)
  }
}
