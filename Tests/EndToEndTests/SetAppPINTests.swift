import CountersignClient
import CountersignDevice
import CountersignTesting
import FlowModel
import Testing
import WireModel

/// An app cannot leave the app PIN equal to the PIN, whichever of the SDK's ways it takes.
@Suite("The app PIN is never the PIN, over the real router")
struct SetAppPINTests {
  private static let appPIN = SecretText("481620")
  private static let otherPIN = SecretText("736195")
  private static let pin = InstalledPhone.pin

  /// The reason that the server has refused with.
  private func refusal(_ work: () async throws -> Void) async throws -> String? {
    do {
      try await work()
      return nil
    } catch let error as ClientError {
      return error.reason?.code
    }
  }

  @Test("beside a device's PIN it is set only once the server has taken what was typed as the PIN")
  func devicePIN() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let account = try await phone.enrol().accountID
    let lock = try #require(phone.manager.softLocks?[account])
    await #expect(throws: AppPINError.pinMissing) {
      try await phone.manager.setAppPIN(Self.pin, besides: nil, of: account)
    }
    let before = phone.transport.calls.count
    await #expect(throws: AppPINError.sameAsPIN) {
      try await phone.manager.setAppPIN(Self.pin, besides: Self.pin, of: account)
    }
    #expect(phone.transport.calls.count == before)
    // Something else typed in the PIN's place proves nothing, so the PIN becomes no app PIN.
    let wrong = try await refusal {
      try await phone.manager.setAppPIN(Self.pin, besides: Self.otherPIN, of: account)
    }
    #expect(wrong == "verification_failed")
    #expect(try await lock.appPINState() == .unset)
    try await phone.manager.setAppPIN(Self.appPIN, besides: Self.pin, of: account)
    #expect(try await lock.appPINState() == .set)
    #expect(await lock.phase == .open)
    // Nor is it changed to the PIN.
    _ = try await refusal {
      try await phone.manager.setAppPIN(Self.pin, besides: Self.otherPIN, of: account)
    }
    let device = phone.device
    #expect(try await device.verdict(onAppPIN: Self.pin, of: account) == .wrong)
    #expect(try await device.verdict(onAppPIN: Self.appPIN, of: account) == .right)
  }

  @Test("it is changed by whoever has the app open, and not beside a flow, which may set a PIN")
  func changed() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let account = try await phone.enrol().accountID
    let lock = try #require(phone.manager.softLocks?[account])
    try await phone.manager.setAppPIN(Self.appPIN, besides: Self.pin, of: account)
    await lock.loggedOut()
    await #expect(throws: AppPINError.locked) {
      try await phone.manager.setAppPIN(Self.otherPIN, besides: Self.pin, of: account)
    }
    try await lock.appAppeared()
    try await phone.manager.startChangePIN()
    await #expect(throws: FlowInputError.flowAlreadyActive) {
      try await phone.manager.setAppPIN(Self.otherPIN, besides: Self.pin, of: account)
    }
    await phone.manager.cancel()
    for await _ in await phone.manager.updates {}
    try await phone.manager.setAppPIN(Self.otherPIN, besides: Self.pin, of: account)
    #expect(try await phone.device.verdict(onAppPIN: Self.otherPIN, of: account) == .right)
    await #expect(throws: AppPINError.noSoftLock) {
      let session = try #require(try await phone.manager.installation.session())
      try await FlowManager(
        session: session, authenticator: phone.authenticator(account), vault: phone.vault
      ).setAppPIN(Self.appPIN, besides: Self.pin, of: account)
    }
  }

  @Test("a PIN that is sent in a body is typed and proved beside it too, and never sent as app PIN")
  func pinInBody() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let harness = phone.harness
    let connection = ServerConnection(transport: phone.transport)
    let request = try await connection.signUp(userName: "ada@example.com", displayName: "Ada")
    let opened = try await connection.openSession(
      codeRequest: request.codeRequest, code: harness.newestCode(to: "ada@example.com"))
    try await opened.requestCode(.setPIN)
    try await opened.setPIN(
      Self.pin, entitledBy: .validateCode(harness.newestCode(to: "ada@example.com")))
    let account = opened.accountID
    try await phone.manager.installation.add(opened, displayName: "Ada")
    let lock = try #require(phone.manager.softLocks?[account])
    await #expect(throws: AppPINError.pinMissing) {
      try await phone.manager.setAppPIN(Self.pin, besides: nil, of: account)
    }
    let wrong = try await refusal {
      try await phone.manager.setAppPIN(Self.pin, besides: Self.otherPIN, of: account)
    }
    #expect(wrong == "verification_failed")
    #expect(try await lock.appPINState() == .unset)
    try await phone.manager.setAppPIN(Self.appPIN, besides: Self.pin, of: account)
    #expect(try await lock.appPINState() == .set)
    // Whatever call an app makes in its session, no body has the app PIN as PIN.
    let session = try #require(try await phone.manager.installation.session(of: account))
    let before = phone.transport.calls.count
    await #expect(throws: ClientError.self) {
      try await session.setPIN(Self.appPIN, entitledBy: .oldPIN(Self.pin))
    }
    await #expect(throws: ClientError.self) {
      _ = try await session.perform(BiometricTest(), proof: .pin(Self.appPIN))
    }
    await #expect(throws: ClientError.self) {
      let _: BiometricTestAnswer = try await session.call(
        .testBiometrics, body: BiometricTestRequest(proof: .pin(Self.appPIN)))
    }
    #expect(phone.transport.calls.count == before)
    try await session.setPIN(Self.otherPIN, entitledBy: .oldPIN(Self.pin))
  }

  @Test("a flow sets the app PIN with the PIN that it was compared with, and with no later one")
  func anotherPIN() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let account = try await phone.enrol().accountID
    let lock = try #require(phone.manager.softLocks?[account])
    // A PIN that opens another account's app here is refused, and asked for again.
    let taken = SecretText("905172")
    try await phone.device.seal(CheckedAppPIN(taken, of: "acc_eve", besides: .none))
    let flows = try await phone.run(
      { try await $0.startChangePIN(account: account) },
      [
        .give(.pin(Self.pin)), .give(.pin(taken), appPIN: Self.appPIN), .give(.pin(Self.appPIN)),
      ])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(try await lock.appPINState() == .unset)
    try await phone.manager.setAppPIN(Self.otherPIN, besides: Self.appPIN, of: account)
    #expect(try await lock.appPINState() == .set)
  }
}
