import FlowModel
import WebAuthnModel
import WireModel

/// A transaction under review: SIGN_TRANSACTION that a host's backend begins.
struct ReviewCalls: SignCalls, ReadsReview {
  let transactionID: String

  func read(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let answer = try await worker.session().transaction(transactionID)
      guard answer.transaction.transactionID == transactionID else {
        return .failure(.notUnderstood(.transactionNotAsAsked))
      }
      guard let review = Review(answer) else {
        return .failure(.notUnderstood(.answerNotUnderstood))
      }
      if case .account(.review(authorised: nil, _)) = worker.purpose {
        // The challenge tells it else; here a question comes before that, and stands without it
        // too.
        let account = try? await worker.session().secondFactor()
        worker.materials.toldSecondFactor = account.map(SecondFactorAccount.init)
      }
      if (try? review.document.canonicalBytes()) != nil {
        worker.materials.signing = .shown(review.document)
      }
      return .review(review)
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func askNewChallenge(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let linked = try await worker.session().reviewOptions(transactionID)
      return await worker.take(linked, isTransaction: true)
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func sendCode(_ code: WantedCode, _ worker: isolated FlowWorker) async -> Answer {
    await worker.sendCode(code, approving: .approval(of: transactionID))
  }

  func deny(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let answer = try await worker.session().deny(transactionID)
      return .decision(ReviewStatus(answer.status))
    } catch {
      return Answer(ofDenial: error)
    }
  }

  /// Asks until it is decided, as nobody's activity; what is no trouble with the network ends it.
  func awaitDecision(_ worker: isolated FlowWorker) async -> Answer {
    while !Task.isCancelled {
      await worker.pauseBeforeRepetition(atLeast: worker.context.configuration.decisionPauseSeconds)
      guard !Task.isCancelled else { break }
      do throws(ClientError) {
        let answer = try await worker.session().inBackground.transaction(transactionID)
        let status = ReviewStatus(answer.status)
        if status != .pending { return .decision(status) }
      } catch {
        let failure = CallFailure(error)
        guard failure.isOfNetwork || error.reason == .tooManyRequests else {
          return .failure(failure)
        }
      }
    }
    return .failure(.notSent)
  }

  func denyAfterRefusal(of factor: Factor?, _ worker: isolated FlowWorker) async {
    // Where nobody can be asked the transaction goes on waiting.
    guard let session = try? await worker.session() else { return }
    if let factor {
      guard let linked = try? await session.reviewOptions(transactionID),
        let ways = SigningWays(linked.ways, hasPINKey: await worker.device.state().hasPIN),
        ways.possible.subtracting([factor]).isEmpty, !ways.otherDevice
      else { return }
    }
    _ = try? await session.deny(transactionID, cause: .failedTries)
  }

  func makeScenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.prove(proof, self)
    do throws(ClientError) {
      let request = try await worker.session().approvalRequest(
        transactionID, proof: given, userInput: worker.materials.given.userInput,
        operation: proof.needsOperation ? operation : nil)
      return FlowAction(request: request, asked: .approval(transactionID: transactionID))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func read(_ response: WireResponse) throws(ClientError) -> Answer {
    let answer: TransactionAnswer = try ServerConnection.read(response.body)
    let status = ReviewStatus(answer.status)
    return status == .approved ? .done : .decision(status)
  }

  func isSame(_ asked: AskedAction) -> Bool {
    asked == .approval(transactionID: transactionID)
  }
}
