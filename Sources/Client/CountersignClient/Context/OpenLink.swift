public import FlowModel
import WireModel

/// The way of a tapped link, or of a push, into the app.
extension MultifactorAuthenticationContext {
  /// Follows a link: starts the enrolment or the sign-in that it is for, or shows the transaction
  /// that waits.
  ///
  /// A transaction of an account that is not in front is found by the link's account, or by asking
  /// the server with each account's session. Nothing is changed then: the app shows
  /// ``OpenedLink/otherAccount(_:)``, and once the person agrees calls ``use(account:)`` and
  /// follows the link again.
  ///
  /// - Parameter link: The link.
  /// - Returns: Where it has led.
  /// - Throws: ``ClientError`` where the server refuses the link or cannot be reached.
  public func open(_ link: AppLink) async throws(ClientError) -> OpenedLink {
    switch link {
    case .session(let address): return try await open(address)
    case .transaction(let id, let account): return try await open(transaction: id, account)
    }
  }

  private func open(_ address: LinkAddress) async throws(ClientError) -> OpenedLink {
    guard await !manager.isUnderWay else { return .busy }
    let description = try await manager.context.connection.link(address)
    do throws(FlowInputError) {
      let flow =
        switch description.type {
        case .enrol: try await manager.startEnrol(address)
        case .login: try await manager.startLogin(address, account: followed.account)
        }
      return flow.map(OpenedLink.flow) ?? .busy
    } catch {
      return .busy
    }
  }

  private func open(
    transaction id: String, _ account: String?
  ) async throws(ClientError) -> OpenedLink {
    let installed = (try? await manager.installation.accounts()) ?? []
    let front = await accountInFront()
    if let account {
      guard let named = installed.first(where: { $0.id == account }) else { return .noAccount }
      if account != front { return .otherAccount(named) }
    }
    do throws(ClientError) {
      try await announce(id)
      return .transaction(id)
    } catch  where error.reason == .notFound && account == nil {
      // A push without an account: whoever has the transaction may be another here.
      for other in installed where other.id != front {
        guard let session = try? await manager.context.session(of: other.id) else { continue }
        if (try? await session.inBackground.transaction(id)) != nil { return .otherAccount(other) }
      }
      throw error
    }
  }
}

/// The place to which a link has led.
public enum OpenedLink: Sendable, Hashable {
  /// A flow was started: ``FlowManager/flows`` has its questions.
  case flow(Flow)
  /// The transaction is in the queue, and is shown when its turn comes.
  case transaction(String)
  /// The transaction is for another account of this device: nothing was changed.
  case otherAccount(InstalledAccount)
  /// The link names an account that is not on this device.
  case noAccount
  /// Another flow is under way, and was not touched.
  case busy
}
