import FlowModel
import WebAuthnModel
import WireModel

/// A transaction under review: SIGN_TRANSACTION that a host's backend begins.
struct ReviewAPI: Sendable {
  /// The transaction's id at the server.
  let id: String
  /// The review as a screen showed it when the person pressed "Authorize"; nil if it is shown in
  /// the flow.
  var authorised: Review?

  /// Asks for the transaction under review.
  func read(_ driver: isolated FlowDriver) async -> Answer {
    do throws(ClientError) {
      let answer = try await driver.session().transaction(id)
      guard answer.transaction.transactionID == id else {
        return .failure(.notUnderstood(.transactionNotAsAsked))
      }
      guard let review = Review(answer) else {
        return .failure(.notUnderstood(.answerNotUnderstood))
      }
      if authorised == nil {
        // The challenge tells it else; here a question comes before that, and stands without it
        // too.
        let account = try? await driver.session().secondFactor()
        driver.toldSecondFactor = account.map(SecondFactorAccount.init)
      }
      if (try? review.document.canonicalBytes()) != nil {
        driver.signing = .shown(review.document)
      }
      return .review(review)
    } catch {
      return .failure(CallFailure(error))
    }
  }

  /// Asks for a challenge over what is signed.
  func askChallenge(_ driver: isolated FlowDriver) async -> Answer {
    if let answer = driver.answerForNewKey() { return answer }
    do throws(ClientError) {
      let linked = try await driver.session().reviewOptions(id)
      return await driver.take(linked, isTransaction: true)
    } catch {
      return .failure(CallFailure(error))
    }
  }

  /// Denies the transaction.
  func deny(_ driver: isolated FlowDriver) async -> Answer {
    do throws(ClientError) {
      let answer = try await driver.session().deny(id)
      return .decision(ReviewStatus(answer.status))
    } catch {
      return Answer(ofDenial: error)
    }
  }

  /// Asks until it is decided, as nobody's activity; what is no trouble with the network ends it.
  func awaitDecision(_ driver: isolated FlowDriver) async -> Answer {
    while !Task.isCancelled {
      await driver.pauseBeforeRepetition(atLeast: driver.context.configuration.decisionPauseSeconds)
      guard !Task.isCancelled else { break }
      do throws(ClientError) {
        let answer = try await driver.session().inBackground.transaction(id)
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

  /// Denies it after a final refusal; after that of a factor only where no other could act.
  func denyAfterRefusal(of factor: Factor?, _ driver: isolated FlowDriver) async {
    // Where nobody can be asked the transaction goes on waiting.
    guard let session = try? await driver.session() else { return }
    if let factor {
      guard let linked = try? await session.reviewOptions(id),
        let ways = SigningWays(linked.ways, hasPINKey: await driver.device.state().hasPIN),
        ways.possible.subtracting([factor]).isEmpty, !ways.otherDevice
      else { return }
    }
    _ = try? await session.deny(id, cause: .failedTries)
  }

  /// Makes the request of the approval.
  func makeApproval(
    _ proof: ActionProof, _ operation: OperationID, _ driver: isolated FlowDriver
  ) async throws(ActionStop) -> FlowAction {
    let given = try await driver.prove(proof)
    do throws(ClientError) {
      let request = try await driver.session().approvalRequest(
        id, proof: given, userInput: driver.given.userInput,
        operation: proof.needsOperation ? operation : nil)
      return FlowAction(request: request, asked: .approval(transactionID: id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Reads the answer of the approval.
  func read(_ response: WireResponse) throws(ClientError) -> Answer {
    let answer: TransactionAnswer = try ServerConnection.read(response.body)
    let status = ReviewStatus(answer.status)
    return status == .approved ? .done : .decision(status)
  }
}
