import CountersignCore
import CountersignTesting
import RelyingParty
import Testing
import WebAuthnModel
import WireModel

@Suite("Devices")
struct DeviceTests {
  static let pin = "258036"

  @Test("a device registers with a mailed code, logs itself in by its PIN, and is listed")
  func registers() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let device = try await harness.registerDevice(session, pin: Self.pin)
    let phone = try await harness.logIn(device, Self.pin)
    #expect(phone.deviceID?.text == device.id)
    #expect(phone.accountID == session.accountID)
    let listed = try await harness.service.devices.list(phone).devices
    #expect(listed.map(\.id) == [device.id])
    #expect(listed.first?.isCurrent == true)
    #expect(listed.first?.pinGeneration == 1)
    #expect(listed.first?.lastUsedAt != nil)
    #expect(
      try await harness.service.devices.list(harness.signUp()).devices.first?.isCurrent == false)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: "ada@example.com").contains(.deviceAdded))
    #expect(try await harness.fault() == nil)
  }

  // Holds: RTS-24
  @Test("RTS-24: a mailed code alone registers no device on an account that has a factor")
  func takeOverByMailbox() async throws {
    let (harness, owner, key) = try await ServiceHarness.withKey()
    let thief = try await harness.signUp()
    let code = try await harness.code(.register, thief, to: "ada@example.com")
    for pin in [nil, Self.pin] {
      let device = try TestDevice()
      let request = DeviceRequest(
        device: try device.registration(for: thief.accountID.text, pin: pin), validateCode: code)
      #expect(
        try await harness.service.devices.register(request, session: thief).refusal
          == .insufficientUserAuthentication)
    }
    let options = try await harness.service.actions.options(
      LinkedOptionsRequest(changing: .addDevice(named: "Ada's phone")), session: owner
    ).get()
    let device = try TestDevice()
    let request = DeviceRequest(
      device: try device.registration(for: owner.accountID.text, pin: Self.pin),
      proof: .assertion(try key.assert(options.options)))
    #expect(try await harness.service.devices.register(request, session: owner).refusal == nil)
    // A device that is there entitles to no PIN by code either.
    let pinCode = try await harness.code(.setPIN, thief, to: "ada@example.com")
    let pin = SetPINRequest(pin: SecretText("924715"), entitlement: .validateCode(pinCode))
    #expect(try await harness.service.pins.set(pin, session: thief).refusal == .pinOnDevice)
  }

  @Test("the PIN of a device entitles to another device, once")
  func furtherDevice() async throws {
    let (harness, phone, device) = try await withDevice()
    let proof = try device.pinProof(
      Self.pin,
      over: try await harness.pinChallenge(phone, changing: .addDevice(named: device.name)))
    func register() async throws -> Reason? {
      let other = try TestDevice()
      return try await harness.service.devices.register(
        DeviceRequest(
          device: other.registration(for: phone.accountID.text, pin: Self.pin),
          proof: .pinProof(proof)), session: phone
      ).refusal
    }
    #expect(try await register() == nil)
    #expect(try await register() == .alreadyUsed)
  }

  @Test("a registration holds for one account, relying party, device and pair of keys")
  func statement() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let device = try TestDevice()
    let context = session.accountID.text
    let honest = try device.registration(for: context, pin: Self.pin)
    var otherID = honest
    otherID.id = try TestDevice().id
    var otherKey = honest
    otherKey.key = try TestDevice().key.publicKey.serialized()
    var otherPIN = honest
    otherPIN.pinKey = try device.pinKey("111111").publicKey.serialized()
    var noPIN = honest
    (noPIN.pinKey, noPIN.pinSignature) = (nil, nil)
    var otherPINSignature = honest
    otherPINSignature.pinSignature = SecretBytes([UInt8](repeating: 0, count: 64))
    let wrong = [
      otherID, otherKey, otherPIN, noPIN, otherPINSignature,
      try device.registration(for: "acc_other", pin: Self.pin),
      try device.registration(
        for: context, pin: Self.pin, relyingPartyID: RelyingPartyID("example.com")),
    ]
    let code = try await harness.code(.register, session, to: "ada@example.com")
    for device in wrong {
      let request = DeviceRequest(device: device, validateCode: code)
      #expect(
        try await harness.service.devices.register(request, session: session).refusal
          == .verificationFailed)
    }
    let request = DeviceRequest(device: honest, validateCode: code)
    #expect(try await harness.service.devices.register(request, session: session).refusal == nil)
  }

  @Test("ids and keys of another form are refused")
  func forms() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let context = session.accountID.text
    let code = try await harness.code(.register, session, to: "ada@example.com")
    func refusal(_ change: (inout TestDevice) throws -> Void) async throws -> Reason? {
      var device = try TestDevice()
      try change(&device)
      let request = DeviceRequest(
        device: try device.registration(for: context, pin: Self.pin), validateCode: code)
      return try await harness.service.devices.register(request, session: session).refusal
    }
    for id in ["", "dev_", "dev_AAAA", "acc_AAAAAAAAAAAAAAAAAAAAAA", "dev_AAAAAAAAAAAAAAAAAAAAAB"] {
      #expect(try await refusal { $0.id = id } == .malformed, "\(id)")
    }
    #expect(try await refusal { $0.name = "" } == .unacceptableValue)
    #expect(try await refusal { $0.name = "a\u{202e}b" } == .unacceptableValue)
    #expect(try await refusal { $0.key = try TestKey(.rs256) } == .unacceptableValue)
    #expect(try await refusal { $0.key = try $0.pinKey(Self.pin) } == .unacceptableValue)
    let device = try TestDevice()
    var weakPIN = try device.registration(for: context, pin: Self.pin)
    weakPIN.pinKey = try TestKey(.es256).publicKey.serialized()
    let statement = DeviceStatement.registration(
      of: weakPIN, relyingPartyID: ServiceHarness.relyingPartyID, context: context)
    weakPIN.signature = try device.key.signature(over: statement)
    let request = DeviceRequest(device: weakPIN, validateCode: code)
    #expect(
      try await harness.service.devices.register(request, session: session).refusal
        == .unacceptableValue)
    #expect(try await refusal { $0.key = try TestKey(.edDSA) } == nil)
  }

  @Test("an id is taken once, for ever")
  func takenID() async throws {
    let (harness, phone, device) = try await withDevice()
    let proof = Proof.pinProof(
      try device.pinProof(
        Self.pin,
        over: try await harness.pinChallenge(phone, changing: .addDevice(named: device.name))))
    let again = DeviceRequest(
      device: try device.registration(for: phone.accountID.text, pin: Self.pin), proof: proof)
    for _ in 0..<2 {
      #expect(
        try await harness.service.devices.register(again, session: phone).refusal == .deviceExists)
    }
    // What was refused used nothing up.
    let another = DeviceRequest(
      device: try TestDevice().registration(for: phone.accountID.text, pin: Self.pin),
      proof: proof)
    _ = try await harness.service.devices.register(another, session: phone).get()
    let stranger = try await harness.signUp("eve@example.com")
    _ = try await harness.revokeDevices(.all, by: device, Self.pin, phone).get()
    let code = try await harness.code(.register, stranger, to: "eve@example.com")
    let stolen = DeviceRequest(
      device: try device.registration(for: stranger.accountID.text), validateCode: code)
    #expect(
      try await harness.service.devices.register(stolen, session: stranger).refusal == .deviceExists
    )
  }

  @Test("revoking a device ends its PIN, its credentials and its sessions, and no other's")
  func revocation() async throws {
    let (harness, phone, device) = try await withDevice()
    let key = try await harness.registerKey(of: device, phone, Self.pin)
    let page = try await harness.signUp()
    let proof = try device.pinProof(
      Self.pin, over: try await harness.pinChallenge(.sample, phone))
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    #expect(options.demand == .factor)
    #expect(options.options.allowCredentials.map(\.id) == [key.credentialID])
    let revoked = try await harness.revokeDevices(
      .one(DeviceID(device.id)), by: device, Self.pin, phone
    ).get()
    #expect(revoked.answer.revoked == 1)
    #expect(
      try await harness.refusal(SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), phone)
        == .sessionRequired)
    #expect(try await harness.service.devices.list(page).devices.isEmpty)
    #expect(try await harness.service.credentials.list(page).credentials.isEmpty)
    #expect(
      try await harness.service.signIn.options(
        SessionOptionsRequest(deviceID: device.id)
      ).refusal == .deviceUnknown)
    let login = SessionRequest.pinProof(try device.pinProof(Self.pin, over: options.pinChallenge))
    #expect(try await harness.service.signIn.open(login).refusal == .verificationFailed)
    let open = try await harness.service.sessions.list(page).sessions
    #expect(!open.contains { $0.id == phone.id.text })
    #expect(open.contains { $0.id == page.id.text })
  }

  @Test("a revocation needs a proof of a factor, and an id to keep that is the account's")
  func revocationNeedsProof() async throws {
    let (harness, phone, device) = try await withDevice()
    let page = try await harness.signUp()
    #expect(
      try await harness.service.devices.revoke(.all, session: page).refusal
        == .insufficientUserAuthentication)
    for selection in [
      RevocationSelection<DeviceID>.one(DeviceID("dev_x")), .others(keeping: DeviceID("dev_x")),
    ] {
      #expect(
        try await harness.service.devices.revoke(selection, session: phone).refusal
          == .deviceUnknown)
    }
    let kept = try await harness.revokeDevices(
      .others(keeping: DeviceID(device.id)), by: device, Self.pin, phone
    ).get()
    #expect(kept.answer.revoked == 0)
    #expect(try await harness.service.devices.list(phone).devices.count == 1)
  }

  // Holds: factors differ
  @Test("a headless account's device logs in alone, until there is a factor")
  func headless() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let device = try await harness.registerDevice(session)
    func logIn() async throws -> (LinkOptions.Demand?, Decision<SessionAnswer>) {
      let options = try await harness.service.signIn.options(
        SessionOptionsRequest(deviceID: device.id)
      ).get()
      let proof = try device.deviceProof(over: options.pinChallenge)
      return (options.demand, try await harness.service.signIn.open(.deviceProof(proof)))
    }
    let (demand, opened) = try await logIn()
    #expect(demand == .device)
    let phone = try await harness.service.sessions.authenticate(
      opened.get().accessToken, activity: .person
    )
    .get()
    #expect(phone.deviceID?.text == device.id)
    // The device alone is no factor: it proves nothing to an action, and a code sets the PIN.
    let unproved = try device.deviceProof(over: try await harness.pinChallenge(.sample, phone))
    #expect(
      try await harness.refusal(
        SendMoneyRequest(payload: .sample, proof: .deviceProof(unproved)), phone)
        == .proofNotAllowed)
    let code = try await harness.code(.setPIN, phone, to: "ada@example.com")
    let upgrade = try device.pinChange(
      to: Self.pin, from: nil, generation: 1,
      over: try await harness.pinChallenge(phone, changing: .setPIN),
      entitlement: .validateCode(code))
    _ = try await harness.service.devicePINs.set(of: DeviceID(device.id), upgrade, session: phone)
      .get()
    // With a factor a login asks for that; the device alone proves nothing.
    let (upgraded, alone) = try await logIn()
    #expect(upgraded == .pin)
    let again = try await harness.service.sessions.authenticate(
      alone.get().accessToken, activity: .person
    ).get()
    #expect(again.level == .unproved)
    #expect(try await harness.logIn(device, Self.pin).accountID == session.accountID)
  }

  @Test("a key registered within a device's session logs that device in")
  func keyOfDevice() async throws {
    let (harness, phone, device) = try await withDevice()
    let key = try await harness.registerKey(of: device, phone, Self.pin)
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    let session = try await harness.session(.assertion(key.assert(options.options)))
    #expect(session.deviceID?.text == device.id)
    #expect(session.accountID == phone.accountID)
    // A key of no device is found by nobody who does not say whose it is.
    let (other, _, passkey) = try await ServiceHarness.withKey()
    let anonymous = try await passkey.assert(other.signInOptions())
    #expect(
      try await other.service.signIn.open(.assertion(anonymous)).refusal == .verificationFailed)
  }

  @Test("an account has no more devices than the policy allows")
  func room() async throws {
    let harness = try await ServiceHarness { $0.devicesPerAccount = 1 }
    let session = try await harness.signUp()
    _ = try await harness.registerDevice(session)
    let code = try await harness.code(.register, session, to: "ada@example.com")
    let request = DeviceRequest(
      device: try TestDevice().registration(for: session.accountID.text), validateCode: code)
    #expect(
      try await harness.service.devices.register(request, session: session).refusal
        == .unacceptableValue)
  }

  @Test(
    "a device whose name holds emoji is removed like any other: the document leaves them out",
    arguments: [
      ("My 📱", Document.Value.text("My")), ("📱 my ⌚ watch", .text("my watch")),
      ("♥", .flag(true)), ("手机", .text("手机")),
    ])
  func emoji(name: String, shown: Document.Value) async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let (account, device) = (session.accountID, try await harness.registerDevice(session))
    let sealed: SQLValue = try await harness.store.read {
      try $0.seal(of: account).seal(name, at: SealedPlace("devices.name", of: device.id))
    }
    _ = try await harness.store.write {
      try $0.execute(
        "UPDATE devices SET name = ? WHERE id = ?", [sealed, .text(device.id)])
    }
    let options = try await harness.service.actions.options(
      LinkedOptionsRequest(changing: .removeDevice(device.id)), session: session
    ).get()
    #expect(options.document.fields.map(\.value) == [shown, .reference(device.id)])
  }

  private func withDevice() async throws -> (ServiceHarness, AuthenticatedSession, TestDevice) {
    try await ServiceHarness.withDevice()
  }
}
