import FlowModel
import WebAuthnModel
import WireModel

/// A transaction under review: SIGN_TRANSACTION that a host's backend begins.
struct ReviewCalls: SignCalls, ReadsReview {
  let transactionID: String

  func read(_ worker: isolated FlowWorker) async -> ReviewAnswer {
    do throws(ClientError) {
      let answer = try await worker.session().transaction(transactionID)
      guard answer.transaction.transactionID == transactionID else {
        return .failed(.notUnderstood(.transactionNotAsAsked))
      }
      guard let review = Review(answer) else {
        return .failed(.notUnderstood(.answerNotUnderstood))
      }
      if (try? review.document.canonicalBytes()) != nil {
        worker.materials.signing = .shown(review.document)
      }
      let status = ReviewStatus(answer.status)
      return status == .pending ? .pending(review) : .closed(review, status)
    } catch {
      return .failed(CallFailure(error))
    }
  }

  func askNewChallenge(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      let linked = try await worker.session().reviewOptions(transactionID)
      return await worker.take(linked, isTransaction: true)
    } catch {
      return OptionsAnswer(error)
    }
  }

  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    await worker.sendCode(sending, approving: .approval(of: transactionID))
  }

  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer {
    do throws(ClientError) {
      let answer = try await worker.session().deny(transactionID)
      return ReviewStatus(answer.status) == .denied
        ? .denied : .alreadyReviewed(ReviewStatus(answer.status))
    } catch {
      return DenialAnswer(error)
    }
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

  func read(_ response: WireResponse) throws(ClientError) -> ActionAnswer {
    let answer: TransactionAnswer = try ServerConnection.read(response.body)
    let status = ReviewStatus(answer.status)
    return status == .approved ? .accomplished : .alreadyReviewed(status)
  }

  func isSame(_ asked: AskedAction) -> Bool {
    asked == .approval(transactionID: transactionID)
  }
}
