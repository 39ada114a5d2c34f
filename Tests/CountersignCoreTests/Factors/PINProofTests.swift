import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The PIN that never leaves the device")
struct PINProofTests {
  static let pin = "258036"

  // Holds: factors differ
  @Test("a linked PIN proof acts above the low-value limit, once; its replay executes nothing")
  func acts() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    var payload = MoneyOrder.sample
    payload.amount = 1001
    let proof = try device.pinProof(
      Self.pin, over: try await harness.pinChallenge(payload, phone))
    let request = SendMoneyRequest(payload: payload, proof: .pinProof(proof))
    let first = try await harness.send(request, phone)
    #expect(first.answer.balance == 3999)
    var other = request
    other.payload.amount = 1002
    #expect(try await harness.refusal(other, phone) == .alreadyUsed)
    // The replay is answered though the PIN could not be checked now, and after its time.
    _ = try await harness.send(.sample, by: device, "000001", phone)
    _ = try await harness.send(.sample, by: device, "000001", phone)
    harness.clock.advance(seconds: 100)
    let second = try await harness.send(request, phone)
    #expect(second.isReplayed && second.answer == first.answer)
    #expect(harness.bank.orders.count == 1)
    #expect(try await harness.fault() == nil)
  }

  // Holds: RTS-5.1
  @Test("RTS-5.1: a PIN proof is refused when the transaction is another")
  func linked() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let proof = try device.pinProof(
      Self.pin, over: try await harness.pinChallenge(.sample, phone))
    var other = MoneyOrder.sample
    other.amount = 501
    let changed = SendMoneyRequest(payload: other, proof: .pinProof(proof))
    #expect(try await harness.refusal(changed, phone) == .transactionMismatch)
    // The PIN was right, so the count is cleared although the action was refused.
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 0)
    let honest = SendMoneyRequest(payload: .sample, proof: .pinProof(proof))
    #expect(try await harness.send(honest, phone).answer.status == .completed)
  }

  // Holds: RTS-4.2
  @Test("RTS-4.2: every single-bit flip of a PIN proof is refused")
  func bitFlips() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice {
      $0.pin.maxAttempts = 1_000_000
      $0.attempts.maxAttempts = 1_000_000
      $0.pin.penaltySeconds = []
    }
    let honest = try device.pinProof(
      Self.pin, over: try await harness.pinChallenge(.sample, phone))
    func refusal(_ change: (inout PINProof) -> Void) async throws -> Reason? {
      var proof = honest
      change(&proof)
      return try await harness.refusal(
        SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), phone)
    }
    for bit in 0..<(honest.challenge.bytes.count * 8) {
      let reason = try await refusal {
        $0.challenge = Challenge(flipped($0.challenge.bytes, bit))
      }
      #expect(reason == .challengeUnknown, "challenge, bit \(bit)")
    }
    for bit in 0..<(honest.deviceSignature.count * 8) {
      let reason = try await refusal { $0.deviceSignature = flipped($0.deviceSignature, bit) }
      #expect(reason == .verificationFailed, "device signature, bit \(bit)")
    }
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 0)
    for bit in 0..<512 {
      let reason = try await refusal {
        $0.pinSignature = SecretBytes(flipped($0.pinSignature.exposed, bit))
      }
      #expect(reason == .verificationFailed, "PIN signature, bit \(bit)")
    }
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 512)
    #expect(try await refusal { _ in } == nil)
  }

  @Test("a proof of another device, key, generation, account, session, purpose or scenario fails")
  func others() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let challenge = try await harness.pinChallenge(.sample, phone)
    func refusal(_ proof: PINProof) async throws -> Reason? {
      try await harness.refusal(SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), phone)
    }
    // Eve's device signs a challenge of Ada's, and Ada's one of Eve's.
    let eve = try await harness.signUp("eve@example.com")
    let evesDevice = try await harness.registerDevice(
      eve, pin: Self.pin, to: "eve@example.com")
    let evesPhone = try await harness.logIn(evesDevice, Self.pin)
    #expect(
      try await refusal(evesDevice.pinProof(Self.pin, over: challenge)) == .verificationFailed)
    let evesChallenge = try await harness.pinChallenge(.sample, evesPhone)
    #expect(
      try await refusal(device.pinProof(Self.pin, over: evesChallenge)) == .challengeUnknown)
    // Another key under this device's name.
    var forged = device
    forged.key = evesDevice.key
    #expect(try await refusal(forged.pinProof(Self.pin, over: challenge)) == .verificationFailed)
    // Another generation, before an attempt is counted.
    #expect(
      try await refusal(device.pinProof(Self.pin, over: challenge, generation: 2))
        == .generationMismatch)
    // A challenge of another session of the same device, of another purpose, of another scenario.
    let second = try await harness.logIn(device, Self.pin)
    let secondChallenge = try await harness.pinChallenge(.sample, second)
    #expect(
      try await refusal(device.pinProof(Self.pin, over: secondChallenge)) == .challengeUnknown)
    let forKeys = try await harness.service.actions.options(session: phone).get().challenge
    #expect(try await refusal(device.pinProof(Self.pin, over: forKeys)) == .challengeUnknown)
    let forFactors = try await harness.pinChallenge(phone)
    #expect(try await refusal(device.pinProof(Self.pin, over: forFactors)) == .challengeUnknown)
    // None of them was the device's to count.
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 0)
    #expect(try await refusal(device.pinProof(Self.pin, over: challenge)) == nil)
  }

  @Test("in a session only its own device proves, and a page's session is given no challenge")
  func sessionsDevice() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let second = try TestDevice()
    let proof = Proof.pinProof(
      try device.pinProof(
        Self.pin,
        over: try await harness.pinChallenge(phone, changing: .addDevice(named: second.name))))
    let page = try await harness.signUp()
    #expect(try await harness.pinChallenge(.sample, page) == nil)
    _ = try await harness.service.devices.register(
      DeviceRequest(
        device: second.registration(for: phone.accountID.text, pin: Self.pin), proof: proof),
      session: phone
    ).get()
    let first = try await harness.logIn(device, Self.pin)
    let foreign = try second.pinProof(
      Self.pin, over: try await harness.pinChallenge(.sample, first))
    #expect(
      try await harness.refusal(
        SendMoneyRequest(payload: .sample, proof: .pinProof(foreign)), first)
        == .verificationFailed)
  }

  @Test("a PIN proof past its time is refused before an attempt is counted")
  func expiry() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let proof = try device.pinProof(
      "000001", over: try await harness.pinChallenge(.sample, phone))
    harness.clock.advance(milliseconds: 90_001)
    #expect(
      try await harness.refusal(SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), phone)
        == .challengeExpired)
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 0)
  }

  @Test("one PIN proof opens one session")
  func signsInOnce() async throws {
    let (harness, _, device) = try await ServiceHarness.withDevice()
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    let login = SessionRequest.pinProof(try device.pinProof(Self.pin, over: options.pinChallenge))
    #expect(try await harness.service.signIn.open(login).refusal == nil)
    #expect(try await harness.service.signIn.open(login).refusal == .alreadyUsed)
  }

  // Holds: RTS-4.2
  @Test("no PIN signature stays at the server, right or wrong")
  func nothingKept() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    var signatures: [[UInt8]] = []
    for pin in ["000001", Self.pin] {
      let proof = try device.pinProof(pin, over: try await harness.pinChallenge(.sample, phone))
      signatures.append(proof.pinSignature.exposed)
      _ = try await harness.service.moneyOrders.send(
        SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), idempotencyKey: nil,
        session: phone)
    }
    let change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    _ = try await harness.service.devicePINs.set(of: DeviceID(device.id), change, session: phone)
      .get()
    signatures.append(change.pinSignature.exposed)
    if case .oldPIN(let old) = change.entitlement { signatures.append(old.exposed) }
    let stored = try await harness.store.read { transaction in
      try transaction.tableNames().flatMap {
        try transaction.rows("SELECT * FROM \($0)", []).flatMap(\.values)
      }
    }
    #expect(stored.count > 50)
    for signature in signatures {
      // The half that a guess is tested with is enough.
      let half = Array(signature.prefix(32))
      for value in stored {
        switch value {
        case .blob(let bytes): #expect(!contains(bytes, half))
        case .text(let text): #expect(!text.contains(Base64URL.encode(half).dropLast()))
        case .integer, .null: break
        }
      }
    }
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...(bytes.count - part.count)).contains { bytes[$0..<($0 + part.count)] == part[...] }
  }

  private func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
    var bytes = bytes
    bytes[bit / 8] ^= 1 << (bit % 8)
    return bytes
  }
}
