import Testing

@testable import MessagingConformance

@Suite struct WorldSeededRandomTests {
  /// The numbers published for SplitMix64 with the seeds 1234567 and 0.
  @Test func `draws the published numbers of SplitMix64`() {
    var random = SeededRandom(seed: 1_234_567)
    let drawn = (0..<5).map { _ in random.next() }
    #expect(
      drawn == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
    var zero = SeededRandom(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
    #expect(zero.next() == 0x6E78_9E6A_A1B9_65F4)
  }

  /// From the reference code of FNV-1a, 64 bits.
  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func `labels hash as published for FNV-1a`(label: String, hash: UInt64) {
    #expect(SeededRandom.fingerprint(of: label) == hash)
  }

  @Test func `streams of one seed are their own, and stay what they were`() {
    var net = SeededRandom(seed: 17, stream: "net")
    var disk = SeededRandom(seed: 17, stream: "disk")
    #expect(net.next() == 810_010_520_717_913_030)
    #expect(net.next() == 17_642_581_564_534_311_353)
    #expect(disk.next() == 7_703_104_615_628_161_538)
  }

  @Test func `numbers below ten`() {
    var random = SeededRandom(seed: 17, stream: "net")
    let drawn = (0..<12).map { _ in random.below(10) }
    #expect(drawn == [0, 3, 0, 6, 4, 4, 9, 1, 6, 9, 9, 7])
  }

  /// With this bound a quarter of all draws would favour the small numbers: they are drawn again.
  @Test func `a draw that would bias the answer is refused`() {
    var random = SeededRandom(seed: 17, stream: "net")
    var plain = random
    let bound = (1 << 62) + 1
    _ = plain.next()
    #expect(random.below(bound) == Int(plain.next() % UInt64(bound)))
    #expect(random == plain)
  }

  @Test func `shuffles the same way for ever and keeps every element`() {
    var random = SeededRandom(seed: 17, stream: "net")
    let shuffled = random.shuffled(Array(0..<10))
    #expect(shuffled == [3, 9, 8, 7, 4, 2, 1, 6, 5, 0])
    #expect(random.shuffled([Int]()) == [])
    #expect(random.shuffled([7]) == [7])
  }

  @Test func `all orders of three come equally often`() {
    var random = SeededRandom(seed: 1)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<6_000 { counts[random.shuffled([1, 2, 3]), default: 0] += 1 }
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { (900...1_100).contains($0) }, "\(counts)")
  }

  @Test func `picks by offset, from slices too, and nothing from nothing`() {
    var random = SeededRandom(seed: 17, stream: "net")
    let tail = Array(0..<20)[10...]
    #expect(random.pick(from: tail) == 10)
    #expect(random.pick(from: tail) == 13)
    let before = random
    #expect(random.pick(from: [Int]()) == nil)
    #expect(random == before)
  }

  @Test func `ranges include both ends and may be negative`() {
    var random = SeededRandom(seed: 3)
    let drawn = Set((0..<200).map { _ in random.number(in: -2...2) })
    #expect(drawn == [-2, -1, 0, 1, 2])
    let chances = [random.chance(1, of: 1), random.chance(0, of: 5)]
    #expect(chances == [true, false])
  }
}
