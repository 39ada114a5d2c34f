import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension ActionTrial {
  /// A trial of an action that a session asks for, and whose proof is one of its account.
  ///
  /// The refusals come beside those of every proof by a key.
  private init(
    _ name: String, event: String, _ scenario: ScenarioName = .manageFactors,
    refusals: [ActionFault: Reason] = [:], takesKey: Bool = true, usesProofUp: Bool = true,
    reasonOfRepetition: Reason? = nil,
    refusingPolicy: (@Sendable (inout ServicePolicy) -> Void)? = nil,
    payload: @escaping @Sendable (ActionStage, ActionFault?) async throws -> JSONValue = { _, _ in
      [:]
    },
    arrange: @escaping @Sendable (ActionStage, ActionFault?) async throws -> Void = { _, _ in },
    perform:
      @escaping @Sendable (ActionStage, Proof?, IdempotencyKey?, ActionFault?) async throws ->
      Reason?
  ) {
    var all = ActionFault.ofKeys.merging(refusals) { $1 }
    if takesKey { all[.keyOfAnother] = .alreadyUsed }
    if !usesProofUp { all[.spent] = nil }
    self.init(
      name: name, event: event, reasonOfRepetition: reasonOfRepetition, usesProofUp: usesProofUp,
      refusingPolicy: refusingPolicy, refusals: all,
      counted: Set([.signature, .pin, .codes].filter { all[$0] == .verificationFailed })
    ) { stage, fault in
      let proof = try await stage.proof(scenario, payload(stage, fault), fault)
      try await arrange(stage, fault)
      return TrialRequest(session: stage.session, challengeID: try proof?.challengeID) { key in
        try await perform(stage, proof, key, fault)
      }
    }
  }

  /// The actions of scenarios.
  static let ofScenarios: [ActionTrial] = [
    ActionTrial(
      "sendMoney", event: "money_sent", .sendMoney,
      refusals: [
        .pin: .verificationFailed, .duplicate: .possibleDuplicate, .document: .recipientUnknown,
        .binding: .transactionMismatch, .limits: .recoveredLimit,
      ],
      payload: { _, fault in MoneyOrder.of(fault == .limits ? fault : nil).json },
      arrange: { stage, fault in
        guard fault == .duplicate else { return }
        try await stage.setPIN()
        _ = try await stage.harness.sendByPIN("258036", stage.session).get()
      },
      perform: { stage, proof, key, fault in
        let given = fault == .duplicate ? .pin(SecretText("258036")) : try #require(proof)
        return try await stage.service.moneyOrders.send(
          SendMoneyRequest(payload: .of(fault), proof: given), idempotencyKey: key,
          session: stage.session
        ).refusal
      }),
    ActionTrial(
      "approveTransaction", event: "transaction_approved", .authorizeTransaction,
      refusals: [
        .document: .notFound, .binding: .transactionMismatch, .limits: .recoveredLimit,
      ],
      payload: { stage, fault in
        let signed = fault == .binding ? try await stage.harness.review() : stage.review
        return ReviewPayload(transactionID: signed.transaction.transactionID).json
      },
      perform: { stage, proof, key, fault in
        try await stage.service.reviews.approve(
          fault == .document ? ReviewID("trn_none") : stage.review.reviewID,
          ApprovalRequest(proof: try #require(proof)), idempotencyKey: key, session: stage.session
        ).refusal
      }),
    ActionTrial(
      "testBiometrics", event: "biometrics_tested", .testBiometrics,
      refusals: [.pin: .verificationFailed, .codes: .verificationFailed],
      perform: { stage, proof, key, _ in
        try await stage.service.actions.testBiometrics(
          BiometricTestRequest(proof: try #require(proof)), idempotencyKey: key,
          session: stage.session
        ).refusal
      }),
    ActionTrial(
      "performDeclared", event: "action_performed", .payInvoice,
      refusals: [
        .pin: .verificationFailed, .codes: .verificationFailed, .duplicate: .possibleDuplicate,
        .document: .unacceptableValue, .binding: .transactionMismatch, .limits: .recoveredLimit,
      ],
      payload: { _, fault in ServiceHarness.invoice(fault == .limits ? "20.01" : "12.50") },
      arrange: { stage, fault in
        guard fault == .duplicate else { return }
        try await stage.setPIN()
        let paid = try await stage.pay(.pin(SecretText("258036")), nil, nil)
        #expect(paid == nil)
      },
      perform: { stage, proof, key, fault in
        let given = fault == .duplicate ? .pin(SecretText("258036")) : try #require(proof)
        return try await stage.pay(given, key, fault)
      }),
    ActionTrial(
      "proveScenario", event: "scenario_proved", .payInvoice,
      refusals: [
        .pin: .verificationFailed, .codes: .verificationFailed, .document: .unacceptableValue,
        .binding: .transactionMismatch, .limits: .recoveredLimit,
      ],
      usesProofUp: false,
      payload: { _, fault in ServiceHarness.invoice(fault == .limits ? "20.01" : "12.50") },
      perform: { stage, proof, key, fault in
        try await stage.service.proofs.prove(
          ProofRequest(
            scenario: .payInvoice, payload: ServiceHarness.invoice(stage.amount(fault)),
            proof: try #require(proof)),
          idempotencyKey: key, session: stage.session
        ).refusal
      }),
    ActionTrial(
      "openGate", event: "gate_opened", .testBiometrics, refusals: [.document: .notFound],
      perform: { stage, proof, key, fault in
        try await stage.service.pipeline.perform(
          GateOfSettings(),
          ActionCall(
            caller: .session(stage.session), request: fault == .document ? "no gate" : "gate",
            proof: try #require(proof), idempotencyKey: key)
        ).refusal
      }),
  ]

  /// The faults of proofs with which factors are managed.
  private static let ofFactorProofs: [ActionFault: Reason] = [
    .pin: .insufficientUserAuthentication, .codes: .insufficientUserAuthentication,
    .strength: .insufficientUserAuthentication, .binding: .transactionMismatch,
  ]

  /// The payload of a change; where the proof is to be linked to another, that of another.
  private static func change(_ change: FactorChange, _ fault: ActionFault?) -> JSONValue {
    guard fault == .binding else { return change.json }
    return (change == .stopRecovery ? FactorChange.addPasskey : .stopRecovery).json
  }

  private static func refusals(document reason: Reason) -> [ActionFault: Reason] {
    ofFactorProofs.merging([.document: reason]) { $1 }
  }

  /// The changes of factors, devices and links that a session asks for.
  static let ofFactors: [ActionTrial] = [
    ActionTrial(
      "beginRegistration", event: "registration_begun",
      refusals: refusals(document: .unacceptableValue), takesKey: false,
      refusingPolicy: { $0.credentialsPerAccount = 2 },
      payload: { _, fault in change(.addPasskey, fault) },
      perform: { stage, proof, _, _ in
        try await stage.service.credentials.registrationOptions(
          RegistrationOptionsRequest(proof: proof), session: stage.session
        ).refusal
      }),
    ActionTrial(
      "revokeCredentials", event: "credentials_revoked", refusals: refusals(document: .notFound),
      payload: { stage, fault in change(.removePasskey(stage.otherKey), fault) },
      perform: { stage, proof, key, fault in
        try await stage.service.credentials.revoke(
          .one(fault == .document ? CredentialID([9]) : stage.otherKey),
          RevocationRequest(proof: proof), idempotencyKey: key, session: stage.session
        ).refusal
      }),
    ActionTrial(
      "registerDevice", event: "device_registered", refusals: refusals(document: .deviceExists),
      payload: { stage, fault in change(.addDevice(named: stage.device.name), fault) },
      arrange: { stage, fault in
        if fault == .document { try await stage.insertDevice(stage.device.id, withPIN: false) }
      },
      perform: { stage, proof, key, _ in
        try await stage.service.devices.register(
          DeviceRequest(device: stage.device, proof: proof), idempotencyKey: key,
          session: stage.session
        ).refusal
      }),
    ActionTrial(
      "revokeDevices", event: "devices_revoked", refusals: refusals(document: .deviceUnknown),
      payload: { _, fault in change(.removeAllDevices, fault) },
      perform: { stage, proof, key, fault in
        try await stage.service.devices.revoke(
          fault == .document ? .one(DeviceID("dev_none")) : .all, RevocationRequest(proof: proof),
          idempotencyKey: key, session: stage.session
        ).refusal
      }),
    ActionTrial(
      "setPIN", event: "pin_set",
      refusals: refusals(document: .pinOnDevice).merging([.pin: .verificationFailed]) { $1 },
      payload: { _, fault in change(.setPIN, fault) },
      arrange: { stage, fault in
        if fault == .document { try await stage.insertDevice("dev_other", withPIN: true) }
      },
      perform: { stage, proof, key, _ in
        let entitlement: SetPINRequest.Entitlement =
          proof.map { .proof($0) } ?? .validateCode(SecretText("000000"))
        return try await stage.service.pins.set(
          SetPINRequest(pin: SecretText("258036"), entitlement: entitlement), idempotencyKey: key,
          session: stage.session
        ).refusal
      }),
    ActionTrial(
      "setPhone", event: "phone_proposed", refusals: refusals(document: .channelMissing),
      refusingPolicy: { $0.codes.channels = [.email] },
      payload: { _, fault in change(.setPhone("+2348012345678"), fault) },
      perform: { stage, proof, key, _ in
        try await stage.service.phones.set(
          PhoneRequest(phone: "+2348012345678", proof: proof), idempotencyKey: key,
          session: stage.session
        ).refusal
      }),
    ActionTrial(
      "enrolAuthenticatorApp", event: "authenticator_app_proposed", refusals: ofFactorProofs,
      reasonOfRepetition: .alreadyUsed,
      payload: { _, fault in change(.addAuthenticatorApp, fault) },
      perform: { stage, proof, key, _ in
        try await stage.service.authenticatorApps.enrol(
          AuthenticatorAppRequest(proof: proof), idempotencyKey: key, session: stage.session
        ).refusal
      }),
    ActionTrial(
      "removeAuthenticatorApp", event: "authenticator_app_removed", refusals: ofFactorProofs,
      payload: { _, fault in change(.removeAuthenticatorApp, fault) },
      perform: { stage, proof, key, _ in
        try await stage.service.authenticatorApps.remove(
          RevocationRequest(proof: proof), idempotencyKey: key, session: stage.session
        ).refusal
      }),
    ActionTrial(
      "stopRecovery", event: "recovery_stopped", refusals: ofFactorProofs,
      payload: { _, fault in change(.stopRecovery, fault) },
      perform: { stage, proof, key, _ in
        try await stage.service.stops.stopRecovery(
          RevocationRequest(proof: proof), idempotencyKey: key, session: stage.session
        ).refusal
      }),
    ofHeldFactor(.keep, "keepHeldFactor", event: "held_factor_kept"),
    ofHeldFactor(.remove, "removeHeldFactor", event: "held_factor_removed"),
    ActionTrial(
      "raiseSession", event: "session_raised", .signIn,
      refusals: [.pin: .verificationFailed, .codes: .verificationFailed],
      reasonOfRepetition: .alreadyUsed,
      perform: { stage, proof, key, _ in
        try await stage.service.sessionRaises.raise(
          by: try #require(proof), idempotencyKey: key, session: stage.session
        ).refusal
      }),
    ActionTrial(
      "makeEnrolLink", event: "enrol_link_made",
      refusals: refusals(document: .tooManyRequests), takesKey: false,
      reasonOfRepetition: .alreadyUsed, refusingPolicy: { $0.links.openPerAccount = 0 },
      payload: { _, fault in change(.addDeviceByLink, fault) },
      perform: { stage, proof, _, _ in
        try await stage.service.linkIssuer.make(
          SessionLinkRequest(type: .enrol, proof: proof), session: stage.session, from: .local,
          origin: nil
        ).refusal
      }),
  ]
}

extension ActionTrial {
  /// A decision on a device that is on hold.
  private static func ofHeldFactor(
    _ decision: HeldFactorDecision, _ name: String, event: String
  ) -> ActionTrial {
    ActionTrial(
      name, event: event, refusals: refusals(document: .notFound),
      payload: { stage, fault in
        try await stage.holdDevice("dev_held")
        return change(decision == .keep ? .keepHeld("dev_held") : .removeHeld("dev_held"), fault)
      },
      perform: { stage, proof, key, fault in
        try await stage.service.factorsOnHold.decide(
          decision, fault == .document ? "dev_none" : "dev_held", RevocationRequest(proof: proof),
          idempotencyKey: key, session: stage.session
        ).refusal
      })
  }
}

extension MoneyOrder {
  /// The order where something is wrong with the request.
  fileprivate static func of(_ fault: ActionFault?) -> MoneyOrder {
    var payload = MoneyOrder.sample
    switch fault {
    case .document: payload.recipient = "NOBODY"
    case .limits: payload.amount = 1001
    case .binding: payload.amount = 501
    default: break
    }
    return payload
  }
}

extension ActionStage {
  /// Performs PAY_INVOICE; gives why it was refused.
  fileprivate func pay(
    _ proof: Proof, _ key: IdempotencyKey?, _ fault: ActionFault?
  ) async throws -> Reason? {
    try await service.actions.perform(
      .payInvoice, ActionRequest(payload: ServiceHarness.invoice(amount(fault)), proof: proof),
      idempotencyKey: key, session: session
    ).refusal
  }

  /// The invoice's amount where something is wrong with the request.
  fileprivate func amount(_ fault: ActionFault?) -> String {
    switch fault {
    case .document: "12.505"
    case .binding: "12.51"
    case .limits: "20.01"
    default: "12.50"
    }
  }
}
