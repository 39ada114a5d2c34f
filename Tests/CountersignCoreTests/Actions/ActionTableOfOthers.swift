import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// The actions that are asked for by a device's own signature, by whoever confirms a link, and by a
/// host.
extension ActionTrial {
  static let ofOtherCallers = [
    setPINKey, putOwnKeyAside, confirmLogin, confirmEnrolment, redeem,
  ]

  /// A device brings no proof of its own dead key.
  private static let putOwnKeyAside = ActionTrial(
    name: "putOwnKeyAside", event: "credentials_revoked", reasonOfRepetition: .notFound,
    refusals: [
      .caller: .sessionRequired, .keyOfAnother: .alreadyUsed,
      .document: .insufficientUserAuthentication,
    ], counted: []
  ) { stage, fault in
    let harness = stage.harness
    let (phone, session) = try await harness.enrolledPhone()
    let id = fault == .document ? stage.otherKey : phone.authenticator.credentialID
    return TrialRequest(session: session, challengeID: nil) { key in
      try await stage.service.credentials.revoke(
        .one(id), RevocationRequest(), idempotencyKey: key, session: session
      ).refusal
    }
  }

  private static let redeem = ActionTrial(
    name: "redeem", event: "token_redeemed", caller: ["key", "session"],
    reasonOfRepetition: .alreadyUsed,
    refusals: [
      .caller: .verificationFailed, .keyOfAnother: .alreadyUsed, .signature: .verificationFailed,
      .spent: .alreadyUsed, .late: .tokenExpired, .document: .unacceptableValue,
      .binding: .transactionMismatch, .limits: .recoveredLimit,
    ], counted: []
  ) { stage, fault in
    let host = try await stage.harness.host(.transactions)
    if fault == .keyOfAnother {
      let other = try await stage.token()
      #expect(try await stage.redeem(other.text, ServiceHarness.shipment, fault?.key, host) == nil)
    }
    var (text, challengeID) = try await stage.token()
    if fault == .signature { text = SecretText(String(text.exposed.dropLast(4)) + "AAAA") }
    let payload: JSONValue =
      switch fault {
      case .document: ["parcels": .array([])]
      case .binding: ["order": "18", "address": "4 Marina Road, Lagos", "parcels": 2]
      default: ServiceHarness.shipment
      }
    if fault == .late {
      stage.harness.clock.advance(seconds: 250)
      try await stage.harness.keepAlive(stage.session)
    }
    return TrialRequest(session: stage.session, challengeID: challengeID) { [text] key in
      try await stage.redeem(text, payload, key, host)
    }
  }

  private static let setPINKey = ActionTrial(
    name: "setPINKey", event: "pin_changed",
    refusals: [
      .caller: .sessionRequired, .keyOfAnother: .alreadyUsed, .challenge: .challengeUnknown,
      .signature: .verificationFailed, .pin: .verificationFailed, .spent: .alreadyUsed,
      .late: .challengeExpired, .document: .generationMismatch,
      .strength: .insufficientUserAuthentication,
    ], counted: [.signature, .pin]
  ) { stage, fault in
    let bob = "bob@example.com"
    let device = try await stage.harness.registerDevice(
      stage.harness.signUp(bob), pin: "258036", to: bob)
    let session = try await stage.harness.logIn(device, "258036")
    let asking = fault == .challenge ? try await stage.harness.logIn(device, "258036") : session
    var change = try device.pinChange(
      to: "924715", from: fault == .pin ? "000001" : fault == .strength ? nil : "258036",
      generation: fault == .document ? 3 : 2,
      over: try await stage.harness.pinChallenge(asking, changing: .setPIN),
      entitlement: .validateCode(SecretText("000000")))
    if fault == .signature { change.deviceSignature = try TestDevice().key.signature(over: [1]) }
    return TrialRequest(
      session: session, challengeID: ChallengeLayout(change.challenge.bytes)?.id
    ) { [change] key in
      try await stage.service.devicePINs.set(
        of: DeviceID(device.id), change, idempotencyKey: key, session: session
      ).refusal
    }
  }

  private static let confirmLogin = ActionTrial(
    name: "confirmLogin", event: "login_confirmed", caller: ["link"],
    refusals: [
      .kind: .proofNotAllowed, .challenge: .challengeUnknown, .signature: .verificationFailed,
      .pin: .verificationFailed, .spent: .alreadyUsed, .late: .challengeExpired,
      .document: .verificationFailed, .binding: .transactionMismatch,
      .strength: .insufficientUserAuthentication,
    ], counted: [.signature, .pin]
  ) { stage, fault in
    let harness = stage.harness
    var (phone, session) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    if fault == .pin { phone.pinKey = try harness.newPhone().pinKey }
    let signed = fault == .challenge ? try await harness.loginLink() : link
    let kind: Proof.Kind =
      switch fault {
      case .document, .signature: .assertion
      case .strength: .deviceProof
      default: .pinProof
      }
    let number = try #require(signed.number)
    let options = try await harness.service.links.options(
      SessionLinkID(signed.id), LinkOptionsRequest(deviceID: phone.id, number: number)
    ).get()
    guard case .login(_, _, var proof) = try phone.login(options, number: number, by: kind) else {
      throw HarnessError.noChallenge
    }
    switch (fault, proof) {
    case (.kind, _): proof = .pin(SecretText("258036"))
    case (.document, _):
      proof = .assertion(try stage.key.assert(#require(options.assertion)))
    case (.signature, .assertion(let response)): proof = .assertion(response.wronglySigned)
    default: break
    }
    let picked = fault == .binding ? try await harness.wrongNumber(link) : link.number
    let confirmation = LinkConfirmation.login(
      deviceID: phone.id, number: try #require(picked), proof: proof)
    return TrialRequest(session: session, challengeID: try proof.challengeID) { _ in
      try await stage.service.linkConfirmations.confirm(SessionLinkID(link.id), confirmation)
        .refusal
    }
  }

  private static let confirmEnrolment = ActionTrial(
    name: "confirmEnrolment", event: "enrolment_confirmed", caller: ["link"],
    refusals: [
      .challenge: .challengeUnknown, .signature: .verificationFailed, .pin: .verificationFailed,
      .spent: .alreadyUsed, .late: .challengeExpired, .document: .deviceExists,
      .codes: .verificationFailed,
    ], counted: [.signature, .pin, .codes]
  ) { stage, fault in
    let harness = stage.harness
    let new = try harness.newPhone()
    if fault == .codes {
      let carol = try await harness.signUp("carol@example.com")
      let link = try await harness.service.linkIssuer.make(
        SessionLinkRequest(type: .enrol), session: carol, from: .local, origin: nil
      ).get()
      _ = try await harness.service.links.requestCode(SessionLinkID(link.id)).get()
      let wrong = try await harness.wrongCode(to: "carol@example.com")
      let confirmation = try await harness.enrolment(of: new, link, .validateCode(wrong))
      return TrialRequest(session: carol, challengeID: nil) { _ in
        try await stage.service.linkConfirmations.confirm(SessionLinkID(link.id), confirmation)
          .refusal
      }
    }
    var (old, session) = try await harness.enrolledPhone()
    if fault == .pin { old.pinKey = new.pinKey }
    func link() async throws -> SessionLinkAnswer {
      try await harness.service.linkIssuer.make(
        SessionLinkRequest(type: .enrol, userName: ServiceHarness.ada), from: .local,
        mandate: .anyFactor
      ).get()
    }
    let (asked, other) = (try await link(), try await link())
    let options = try await harness.service.links.options(
      SessionLinkID(fault == .challenge ? other.id : asked.id),
      LinkOptionsRequest(deviceID: old.id)
    ).get()
    var proof = try old.pinProof(#require(options.pinChallenge))
    if fault == .signature { proof.deviceSignature += [0] }
    if fault == .document { try await stage.insertDevice(new.id, withPIN: false) }
    let confirmation = LinkConfirmation.enrol(
      try new.device(for: asked.id), registration: nil, .pinProof(proof))
    return TrialRequest(
      session: session, challengeID: ChallengeLayout(proof.challenge.bytes)?.id
    ) { _ in
      try await stage.service.linkConfirmations.confirm(SessionLinkID(asked.id), confirmation)
        .refusal
    }
  }
}

extension ActionStage {
  /// A verification token for a shipment, and the challenge that its proof answered.
  fileprivate func token() async throws -> (text: SecretText, challengeID: [UInt8]?) {
    let assertion = try await assertion(.shipOrder, ServiceHarness.shipment, nil)
    let answer = try await service.proofs.verify(assertion, session: session).get()
    return (answer.verificationToken, try Proof.assertion(assertion).challengeID)
  }

  /// Redeems a token; gives why it was refused.
  fileprivate func redeem(
    _ token: SecretText, _ payload: JSONValue, _ key: IdempotencyKey?,
    _ host: AuthenticatedServiceKey
  ) async throws -> Reason? {
    try await service.proofs.redeem(
      RedemptionRequest(verificationToken: token, scenario: .shipOrder, payload: payload),
      idempotencyKey: key, host: host
    ).refusal
  }
}
