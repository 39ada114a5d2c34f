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

  func sendCode(_ channel: CodeChannel?, _ worker: isolated FlowWorker) async -> Answer {
    await worker.sendCode(channel, approving: .approval(of: transactionID))
  }

  func deny(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let answer = try await worker.session().deny(transactionID)
      return .decision(ReviewStatus(answer.status))
    } catch {
      return Answer(ofDenial: error)
    }
  }

  func denyAfterRefusal(of factor: Factor?, _ worker: isolated FlowWorker) async {
    if let factor {
      // Where nobody can be asked the transaction goes on waiting.
      guard let session = try? await worker.session(),
        let linked = try? await session.reviewOptions(transactionID),
        let ways = SigningWays(linked.ways, hasPINKey: await worker.device.state().hasPIN),
        ways.possible.subtracting([factor]).isEmpty
      else { return }
    }
    _ = await deny(worker)
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
