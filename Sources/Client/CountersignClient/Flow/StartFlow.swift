public import FlowModel
import WebAuthnModel
public import WireModel

/// Starting a flow. Each of these takes the one slot, or throws `FlowInputError.flowAlreadyActive`
/// and does not touch the active flow.
extension FlowManager {
  /// Starts a scenario's flow; where the PIN alone is wanted, it needs nothing from the server
  /// first.
  func startSigning(
    _ signature: SignatureAPI, account: String?
  ) async throws(FlowInputError) -> Flow? {
    guard signature.mayAskAtOnce else { return try start(.sign(signature), account: account) }
    return try await startHere(.sign(signature), account: account)
  }

  /// Starts an ENROL: an account comes to this device.
  ///
  /// Where it ends in DONE, ``Installation/session(of:)`` has the account's session.
  ///
  /// - Parameter link: The link that another screen shows.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`.
  @discardableResult
  public func startEnrol(_ link: LinkAddress) throws(FlowInputError) -> Flow? {
    try start(.enrol(link))
  }

  /// Starts a LOGIN of the app itself, by this device.
  ///
  /// With several accounts to choose from it starts in WAIT_FOR_INPUT: it needs nothing from the
  /// server first. Where it ends in DONE, ``Installation/session(of:)`` has the account's session.
  ///
  /// - Parameter account: The account; nil to let the person choose where there is more than one.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`.
  @discardableResult
  public func startLogin(account: String? = nil) async throws(FlowInputError) -> Flow? {
    try await startHere(.login, account: account)
  }

  /// Starts a LOGIN of another screen, which gets the session.
  ///
  /// - Parameters:
  ///   - link: The link that the other screen shows.
  ///   - account: The account; nil to let the person choose.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`.
  @discardableResult
  public func startLogin(
    _ link: LinkAddress, account: String? = nil
  ) throws(FlowInputError) -> Flow? {
    try start(.linkLogin(link), account: account)
  }

  /// Starts the review of a transaction.
  ///
  /// - Parameters:
  ///   - transactionID: The transaction.
  ///   - authorised: The transaction as a screen showed it when the person pressed "Authorize",
  ///     which then is its confirmation; nil to have it shown and confirmed in the flow.
  ///   - account: Who reviews; nil for the account that was used last.
  ///   - level: Which factors may be used.
  ///   - fallback: What stands in for biometrics.
  ///   - proofPath: How a signed challenge reaches the action.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`.
  @discardableResult
  public func startReview(
    _ transactionID: String, authorised: TransactionAnswer? = nil, account: String? = nil,
    level: SecurityLevel = .biometricsWithFallback, fallback: SigningPolicy.Fallback = .any,
    proofPath: ProofPath = .straight
  ) throws(FlowInputError) -> Flow? {
    let policy = SigningPolicy(level: level, fallback: fallback, proofPath: proofPath)
    let review = ReviewAPI(id: transactionID, authorised: authorised.flatMap(Review.init))
    return try start(.sign(.review(review, policy)), account: account)
  }

  /// Starts a CHANGE_PIN.
  ///
  /// - Parameter account: Whose; nil for the account that was used last.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`.
  @discardableResult
  public func startChangePIN(account: String? = nil) throws(FlowInputError) -> Flow? {
    try start(.changePIN, account: account)
  }

  /// Starts an ADD_BIOMETRICS.
  ///
  /// - Parameter account: Whose; nil for the account that was used last.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`.
  @discardableResult
  public func startAddBiometrics(account: String? = nil) throws(FlowInputError) -> Flow? {
    try start(.addBiometrics, account: account)
  }

  /// Starts a REMOVE_BIOMETRICS.
  ///
  /// - Parameter account: Whose; nil for the account that was used last.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`.
  @discardableResult
  public func startRemoveBiometrics(account: String? = nil) throws(FlowInputError) -> Flow? {
    try start(.removeBiometrics, account: account)
  }

  /// Starts a HEADLESS_UPGRADE.
  ///
  /// - Parameter account: Whose; nil for the account that was used last.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`.
  @discardableResult
  public func startHeadlessUpgrade(account: String? = nil) throws(FlowInputError) -> Flow? {
    try start(.headlessUpgrade, account: account)
  }
}
