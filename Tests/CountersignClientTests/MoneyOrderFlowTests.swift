import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("A money order's flow")
struct MoneyOrderFlowTests {
  @Test("with biometrics and a token it makes three calls")
  func tokenMakesThreeCalls() async throws {
    let phone = Phone([Script.options, Script.verified, Script.completed])
    let updates = try await phone.send([.biometrics])
    #expect(
      await phone.transport.calls == [
        "POST /actions/{scenario}/options", "POST /biometric/auth/verify",
        "POST /actions/{scenario}",
      ])
    #expect(updates.map(\.phase) == [.processing, .waitForInput, .processing, .done])
    #expect(updates.last?.moneyOrder?.balance == 4500)
    #expect(await phone.vault.isEmpty)
  }

  @Test("with the assertion straight to the action it makes two calls")
  func straightMakesTwoCalls() async throws {
    let phone = Phone([Script.options, Script.completed])
    let updates = try await phone.send([.biometrics], path: .straight)
    #expect(
      await phone.transport.calls == [
        "POST /actions/{scenario}/options", "POST /actions/{scenario}",
      ])
    #expect(updates.last?.phase == .done)
  }

  @Test("with the PIN alone it makes one call, under an idempotency key")
  func pinMakesOneCall() async throws {
    let phone = Phone([Script.completed])
    let updates = try await phone.send([.pin(Script.pin)], level: .fallbackOnly)
    #expect(await phone.transport.calls == ["POST /actions/{scenario}"])
    let request = try #require(await phone.transport.requests.first)
    #expect(request.idempotencyKey?.isEmpty == false)
    #expect(updates.last?.phase == .done)
  }

  @Test("with the PIN after options it makes two calls")
  func pinAfterOptionsMakesTwoCalls() async throws {
    let phone = Phone([Script.options, Script.completed])
    let updates = try await phone.send([.pin(Script.pin)])
    #expect(
      await phone.transport.calls == [
        "POST /actions/{scenario}/options", "POST /actions/{scenario}",
      ])
    #expect(updates.last?.phase == .done)
    #expect(await phone.authenticator.prompts == 0)
  }

  @Test("what is asked before the proof is the server's transaction, and it is what is signed")
  func showsWhatIsSigned() async throws {
    let phone = Phone([Script.options, Script.completed])
    let updates = try await phone.send([.biometrics], path: .straight)
    let asked = try #require(updates.first { $0.phase == .waitForInput }?.transaction)
    #expect(asked.document == Script.document)
    #expect(await phone.authenticator.documents == [Script.document])
  }

  // Holds: NIST-bio
  @Test("after a cancelled or failed prompt no call is made and the PIN is offered")
  func cancelledPromptMakesNoCall() async throws {
    let phone = Phone(
      [Script.options, Script.completed],
      authenticator: ScriptedAuthenticator([.cancelled, .failed]))
    let updates = try await phone.send([.biometrics, .biometrics, .pin(Script.pin)])
    #expect(await phone.transport.calls.count == 2)
    let results = updates.filter { $0.phase == .waitForInput }.map(\.previousInteractionResult)
    #expect(
      results.map(\.?.reason) == [nil, .biometricsCancelled, .biometricsFailed])
    #expect(updates.last?.phase == .done)
  }

  // Holds: NIST-bio
  @Test("after three failed prompts only the PIN is left")
  func threeFailuresLeaveThePIN() async throws {
    let phone = Phone(
      [Script.options], authenticator: ScriptedAuthenticator([.failed, .failed, .failed]))
    let updates = try await phone.send([.biometrics, .biometrics, .biometrics])
    #expect(updates.last?.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    await #expect(throws: FlowInputError.factorNotAllowed(.biometrics)) {
      try await phone.manager.inputSecondFactor(.biometrics)
    }
  }

  @Test("without biometrics on the device the PIN is asked, and a text says why")
  func notAvailableAsksForPIN() async throws {
    let phone = Phone([Script.options], authenticator: ScriptedAuthenticator([.notAvailable]))
    let updates = try await phone.send([.biometrics])
    let last = try #require(updates.last)
    #expect(last.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    #expect(FlowTexts().text(for: last) == "Biometric unavailable")
  }

  @Test(
    "a key that is gone is deleted here and disabled at the server, and the PIN goes on",
    arguments: [
      ScriptedTransport.Step.answer(204, nil), .problem(401, .insufficientUserAuthentication),
    ])
  func goneKeyIsDisabled(disabled: ScriptedTransport.Step) async throws {
    let phone = Phone(
      [Script.options, disabled, Script.completed],
      authenticator: ScriptedAuthenticator([.keyGone]))
    let updates = try await phone.send([.biometrics, .pin(Script.pin)])
    #expect(await phone.authenticator.deleted == [Script.credential])
    #expect(await phone.transport.calls.contains("DELETE /biometric/credentials/{id}"))
    let asked = updates.filter { $0.phase == .waitForInput }
    #expect(asked.map(\.previousInteractionResult?.outcome) == [nil, .biometricsRemoved])
    #expect(asked.last?.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    #expect(updates.last?.phase == .done)
  }

  @Test("a device that holds none of the keys asks for the PIN at once")
  func noKeyAsksForPIN() async throws {
    let phone = Phone([Script.options], authenticator: ScriptedAuthenticator(held: []))
    let updates = try await phone.send([])
    #expect(updates.last?.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    // Nothing was asked before: the question itself says why biometrics are not among its factors.
    let last = try #require(updates.last)
    #expect(last.previousInteractionResult == nil)
    #expect(last.currentInteraction?.secondFactorInfo?.biometricsObstacle == .nothingEnrolled)
    #expect(FlowTexts().text(for: last)?.isEmpty == false)
  }

  @Test("keys that cannot be read at this moment are not destroyed, and the PIN is asked for")
  func unreadableKeys() async throws {
    let authenticator = ScriptedAuthenticator(unreadable: 1)
    let phone = Phone([Script.options], authenticator: authenticator)
    let updates = try await phone.send([])
    #expect(updates.last?.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    #expect(
      updates.last?.currentInteraction?.secondFactorInfo?.biometricsObstacle
        == .biometricsNotAvailable)
    #expect(await authenticator.deleted == [])
  }

  @Test("a refused proof is retried, and the third ends the flow")
  func thirdRefusedProofEnds() async throws {
    let refused = ScriptedTransport.Step.problem(401, .verificationFailed)
    let phone = Phone([Script.options, refused, refused, refused])
    let updates = try await phone.send([.biometrics, .biometrics, .biometrics])
    let refusal = try #require(updates.dropLast().last)
    #expect(FlowTexts().text(for: refusal) == "Verification failed. Try again or use PIN")
    #expect(updates.last?.error == .triesUsedUp)
    #expect(await phone.transport.calls.count == 4)
  }

  @Test("what is said of biometrics that failed offers nothing where nothing stands in")
  func nothingStandsIn() async throws {
    let cancelled = Phone([Script.options], authenticator: ScriptedAuthenticator([.cancelled]))
    let failed = try await cancelled.send([.biometrics], level: .biometricsOnly)
    #expect(failed.last.flatMap(FlowTexts().text(for:)) == "Biometric failed")
    let refused = Phone([Script.options, .problem(401, .verificationFailed)])
    let retried = try await refused.send([.biometrics], level: .biometricsOnly)
    #expect(retried.last.flatMap(FlowTexts().text(for:)) == "Verification failed. Try again")
    let prompted = Phone([Script.options], authenticator: ScriptedAuthenticator([.cancelled]))
    let offered = try await prompted.send([.biometrics])
    #expect(
      offered.last.flatMap(FlowTexts().text(for:)) == "Biometric failed. Use PIN instead?")
  }

  @Test("a wrong PIN leaves the flow waiting, with the second factor as it stands now")
  func wrongPINWaits() async throws {
    let phone = Phone([
      .problem(401, .verificationFailed), Script.secondFactor(failed: 1), Script.completed,
    ])
    let updates = try await phone.send(
      [.pin(SecretText("1111")), .pin(Script.pin)], level: .fallbackOnly)
    let failed = try #require(updates.first { $0.previousInteractionResult?.outcome == .pinFail })
    #expect(failed.phase == .waitForInput)
    #expect(failed.secondFactorAccount?.failedAttempts == 1)
    #expect(updates.last?.phase == .done)
    let keys = await phone.transport.requests.compactMap(\.idempotencyKey)
    #expect(Set(keys).count == 2)
  }

  @Test("a blocked second factor ends the flow")
  func blockedEnds() async throws {
    let phone = Phone([.problem(423, .secondFactorBlocked)])
    let updates = try await phone.send([.pin(Script.pin)], level: .fallbackOnly)
    #expect(updates.last?.error == .secondFactorBlocked)
    #expect(updates.last?.previousInteractionResult?.outcome == .pinFail)
    #expect(await phone.vault.isEmpty)
  }

  @Test("an expired challenge is fetched anew without a question, once")
  func expiredChallengeIsRenewed() async throws {
    let expired = ScriptedTransport.Step.problem(403, .challengeExpired)
    let phone = Phone([Script.options, expired, Script.options, Script.completed])
    let updates = try await phone.send([.biometrics], path: .straight)
    #expect(updates.map(\.phase) == [.processing, .waitForInput, .processing, .done])
    #expect(await phone.authenticator.prompts == 2)
  }

  @Test(
    "a refusal of the server ends the flow with its reason",
    arguments: [
      (403, Reason.linkingRequired, "notAllowed"),
      (422, Reason.pocketTooSmall, "serverValidation"),
      (409, Reason.possibleDuplicate, "serverValidation"),
      (401, Reason.sessionRequired, "sessionExpired"),
    ])
  func refusalEnds(status: Int, reason: Reason, kind: String) async throws {
    let phone = Phone([.problem(status, reason)])
    let updates = try await phone.send([.pin(Script.pin)], level: .fallbackOnly)
    let error = try #require(updates.last?.error)
    #expect(error.kind == kind)
    if let told = error.reason { #expect(told.code == reason.code) }
    #expect(await phone.vault.isEmpty)
  }

  @Test("an answer that is not understood is never success, and the operation is kept")
  func notUnderstoodIsNoSuccess() async throws {
    let phone = Phone([.answer(200, ["success": true])])
    let updates = try await phone.send([.pin(Script.pin)], level: .fallbackOnly)
    #expect(updates.last?.error == .unknown(.answerNotUnderstood))
    #expect(await !phone.vault.isEmpty)
  }

  @Test("a money order that failed at the bank is an error with its balance")
  func failedAtBank() async throws {
    let phone = Phone([.answer(200, Script.acted(.failed).json)])
    let updates = try await phone.send([.pin(Script.pin)], level: .fallbackOnly)
    #expect(updates.last?.error == .serverValidation(.actionFailed))
    #expect(updates.last?.result?.status == .failed)
  }
}
