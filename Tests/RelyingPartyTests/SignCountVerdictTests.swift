import RelyingParty
import Testing

@Suite("sign count")
struct SignCountVerdictTests {
  @Test(
    "the verdict follows from what is stored, what is received, and whether the key may be synced",
    arguments: [
      (UInt32(0), UInt32(0), false, SignCountVerdict.accepted(0)), (0, 0, true, .accepted(0)),
      (0, 1, false, .accepted(1)), (5, 6, false, .accepted(6)), (5, 6, true, .accepted(6)),
      (5, 5, false, .refused), (5, 4, false, .refused), (5, 0, false, .refused),
      (5, 5, true, .noted(5)), (5, 4, true, .noted(4)), (5, 0, true, .noted(0)),
      (.max, .max, false, .refused), (.max, 0, false, .refused),
      (.max - 1, .max, false, .accepted(.max)),
    ])
  func verdict(stored: UInt32, received: UInt32, backupEligible: Bool, expected: SignCountVerdict) {
    #expect(
      SignCountVerdict(stored: stored, received: received, backupEligible: backupEligible)
        == expected)
  }
}
