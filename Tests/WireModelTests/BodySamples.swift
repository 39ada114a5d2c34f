import Testing
import WebAuthnModel
import WireModel

/// Bodies of every type, with every optional member and without.
enum BodySamples {
  /// A body, and how its type reads one.
  struct Sample: Sendable, CustomTestStringConvertible {
    let body: any JSONBody
    let isReadBack: @Sendable (JSONValue) throws -> Bool

    init<Body: JSONBody & Equatable>(_ body: Body) {
      self.body = body
      isReadBack = { try Body(json: $0) == body }
    }

    var text: String { String(decoding: body.json.serialized(), as: UTF8.self) }
    var testDescription: String { "\(type(of: body))" }
  }

  static let all = accounts + codes + devices + links + sessions + actions + reviews + host

  static let challenge = Challenge([1, 2, 3])
  static let assertion = AssertionResponse(
    credentialID: CredentialID([1]), clientDataJSON: [2], authenticatorData: [3], signature: [4],
    userHandle: UserHandle([5]))
  static let registration = RegistrationResponse(
    credentialID: CredentialID([1]), clientDataJSON: [2], attestationObject: [3],
    transports: ["internal"])
  static let options = CredentialRequestOptions(
    challenge: challenge, relyingPartyID: RelyingPartyID("example.org"),
    allowCredentials: [CredentialDescriptor(id: CredentialID([1]), transports: ["usb"])])
  static let creation = CredentialCreationOptions(
    relyingParty: RelyingPartyEntity(id: RelyingPartyID("example.org"), name: "Example"),
    user: UserEntity(id: UserHandle([9]), name: "ada", displayName: "Ada"),
    challenge: challenge,
    excludeCredentials: [CredentialDescriptor(id: CredentialID([1]), transports: [])])
  static let pinProof = PINProof(
    deviceID: "dev_1", generation: 2, challenge: challenge, deviceSignature: [4],
    pinSignature: SecretBytes([5]))
  static let deviceProof = DeviceProof(
    deviceID: "dev_1", challenge: challenge, deviceSignature: [4])
  static let codesProof = Proof.codes(
    validateCode: SecretText("012345"), otp: SecretText("543210"), twoFactorCode: nil)
  static let secondFactor = SecondFactorAnswer(
    isBlocked: false, failedAttempts: 2, maxAttempts: 5, penalisedFor: 5,
    penalisedUntil: "2024-01-22T10:30:45Z", hasPIN: true, hasBiometrics: false,
    hasTwoFactor: false, hasDevicePIN: true, isDevicePINBlocked: true, hasPhone: true,
    needsFactor: true, isPINWaiting: true, pinWaitsUntil: "2024-01-23T10:30:45Z",
    isTwoFactorWaiting: true,
    twoFactorWaitsUntil: "2024-01-24T10:30:45Z", isOnHold: true,
    onHoldUntil: "2024-01-25T10:30:45Z")
  static let account = AccountList.Item(
    accountID: "acc_1", userName: "ada@example.com", displayName: "Ada",
    createdAt: "2024-01-22T10:30:45Z", hadFactor: true)
  static let payInvoice = ScenarioName("PAY_INVOICE")
  static let payload: JSONValue = ["amount": 500]
  static let review = TransactionAnswer(
    transaction: ReviewTransaction(
      transactionID: "trn_1", amount: 4250, currency: "NGN", payee: "Ikeja Books",
      lastFourPAN: "4242", createdAt: "2024-01-22T10:30:45Z",
      expiresAt: "2024-01-22T10:38:45Z"), document: DocumentTests.invoice, status: .denied,
    decidedAt: "2024-01-22T10:31:00Z",
    userInput: "a gift")
  static let device = NewDevice(
    id: "dev_1", name: "Phone", key: [1], signature: [2], pinKey: [3],
    pinSignature: SecretBytes([4]))
  static let announcement = Announcement(
    logo: "shop", entries: [Announcement.Entry(key: "Shop", value: "Ikeja")])
  static let devices = [
    Sample(device), Sample(NewDevice(id: "dev_1", name: "Phone", key: [1], signature: [2])),
    Sample(
      DeviceRequest(
        device: device, validateCode: SecretText("012345"), registration: registration)),
    Sample(DeviceRequest(device: device, proof: .assertion(assertion))),
    Sample(RegisteredDevice(deviceID: "dev_1")), Sample(deviceList), Sample(pinProof),
    Sample(deviceProof),
    Sample(
      PINKeyRequest(
        generation: 1, pinKey: [1], challenge: challenge, deviceSignature: [2],
        pinSignature: SecretBytes([3]), entitlement: .validateCode(SecretText("012345")),
        registration: registration)),
    Sample(
      PINKeyRequest(
        generation: 1, pinKey: [1], challenge: challenge, deviceSignature: [2],
        pinSignature: SecretBytes([3]), entitlement: .oldPIN(SecretBytes([4])))),
    Sample(
      PINKeyRequest(
        generation: 1, pinKey: [1], challenge: challenge, entitlement: .proof(codesProof))),
  ]
  static let heldFactors = HeldFactors(
    factors: [
      HeldFactors.Item(
        id: "dev_1", kind: .device, name: "A phone", addedAt: "2026-11-30T09:00:00Z",
        addedBy: .host),
      HeldFactors.Item(id: "pin", kind: .pin, name: nil, addedAt: nil, addedBy: .factor),
    ], isWaiting: true, waitsUntil: "2026-12-03T09:00:00Z")

  static let deviceList = DeviceList(devices: [
    DeviceList.Item(
      id: "dev_1", name: "Phone", createdAt: "2024-01-22T10:30:45Z", lastUsedAt: nil,
      isCurrent: true, pinGeneration: 1, pinKeyID: nil),
    DeviceList.Item(
      id: "dev_2", name: "Tablet", createdAt: "2024-01-22T10:30:45Z",
      lastUsedAt: "2024-01-22T10:30:45Z", isCurrent: false, pinGeneration: 0, pinKeyID: "AQ",
      isWaiting: true, waitsUntil: "2024-01-23T10:30:45Z"),
  ])
  static let credentialList = CredentialList(credentials: [
    CredentialList.Item(
      id: "AQ", createdAt: "2024-01-22T10:30:45Z", lastUsedAt: nil, transports: ["usb"],
      isBackedUp: false),
    CredentialList.Item(
      id: "Ag", name: "Laptop", createdAt: "2024-01-22T10:30:45Z", lastUsedAt: nil, transports: [],
      isBackedUp: true, isWaiting: true, waitsUntil: "2024-01-23T10:30:45Z", deviceID: "dev_2"),
  ])
  static let sessionList = SessionList(sessions: [session])
  static let ownSessionList = SessionList(
    account: SessionLinkDescription.AccountSummary(id: "acc_1", displayName: "Ada"),
    sessions: [session])

  private static let session = SessionList.Item(
    id: "ses_1", createdAt: "2024-01-22T10:30:45Z", lastActiveAt: "2024-01-22T10:30:45Z",
    isCurrent: true)
}

extension BodySamples {
  static let accounts = [
    Sample(AccountList(accounts: [account], next: nil)),
    Sample(AccountList(accounts: [], next: "ada@example.com")),
    Sample(
      AccountAnswer(
        account: account, secondFactor: secondFactor,
        refusals: [
          RefusedFactor(
            factor: .authenticatorApp, deviceID: nil, failedAttempts: 3, isBlocked: false,
            penalisedUntil: nil)
        ], devices: deviceList, credentials: credentialList, sessions: sessionList,
        recovery: RecoveryAnswer(status: .none, readyAt: nil))),
    Sample(
      RefusedFactor(
        factor: .pin, deviceID: "dev_1", failedAttempts: 5, isBlocked: true,
        penalisedUntil: "2024-01-22T10:30:45Z")),
    Sample(AdministrationRequest(.userName("ada@example.com"))),
    Sample(AdministrationRequest(.id("acc_1"))),
    Sample(AccountRevocationRequest(.id("acc_1"), .device("dev_1"))),
    Sample(AccountRevocationRequest(.id("acc_1"), .credential([1]))),
    Sample(AccountRevocationRequest(.userName("ada@example.com"), .all(.factors))),
    Sample(
      AuditPage(
        rows: [
          AuditRecord(
            lane: "AA", sequence: 1, milliseconds: 1_705_919_445_000, at: "2024-01-22T10:30:45Z",
            kind: "signed_in", subject: "AQ", details: "{}", previousHash: "AA", hash: "Ag",
            key: 1, code: "Aw")
        ], next: nil)),
    Sample(AuditPage(rows: [], next: "12")),
    Sample(AccountAuditRequest(.id("acc_1"), before: "12", limit: 50)),
    Sample(AccountAuditRequest(.userName("ada@example.com"))),
    Sample(RecoveryRequest(validateCode: SecretText("012345"))),
    Sample(RecoveryAnswer(status: .waiting, readyAt: "2024-01-22T10:30:45Z")),
    Sample(RecoveryAnswer(status: .waiting, readyAt: nil)),
    Sample(StopRequest(id: "wai_1", secret: SecretText("s"))),
    Sample(StopAnswer(stopped: .factor)), Sample(StopAnswer(stopped: .signIn)),
    Sample(StopAnswer(stopped: .hold)), Sample(heldFactors),
    Sample(SignUpRequest(userName: "ada@example.com", displayName: "Ada")), Sample(secondFactor),
    Sample(
      SecondFactorAnswer(
        isBlocked: true, failedAttempts: 5, maxAttempts: 5, penalisedFor: 0, penalisedUntil: nil,
        hasPIN: false, hasBiometrics: true, hasDeviceKeysOnly: true, hasTwoFactor: true,
        hasDevicePIN: false, hasPhone: false, needsFactor: false)),
    Sample(
      SetPINRequest(
        pin: SecretText("258036"), entitlement: .validateCode(SecretText("012345")),
        registration: registration)),
    Sample(SetPINRequest(pin: SecretText("258036"), entitlement: .oldPIN(SecretText("924715")))),
    Sample(
      SetPINRequest(pin: SecretText("258036"), entitlement: .proof(.deviceProof(deviceProof)))),
    Sample(PhoneRequest(phone: "+2348012345678", validateCode: SecretText("012345"))),
    Sample(PhoneRequest(phone: "+2348012345678", proof: .pinProof(pinProof))),
    Sample(PhoneConfirmation(otp: SecretText("012345"))),
    Sample(AuthenticatorAppAnswer(secret: SecretText("ABC"), uri: SecretText("otpauth://x"))),
    Sample(AuthenticatorAppConfirmation(twoFactorCode: SecretText("012345"))),
  ]

  static let codes = [
    Sample(CodeRequest(userName: "ada@example.com", purpose: .signIn, channel: .email)),
    Sample(CodeRequest(userName: "+2348012345678", purpose: .signIn)),
    Sample(CodeRequest(purpose: .setPIN, channel: .sms)),
    Sample(
      CodeRequest(
        approving: LinkedOptionsRequest(scenario: payInvoice, payload: payload), channel: .sms)),
    Sample(
      CodeRequest(
        registeringOnTheWayTo: LinkedOptionsRequest(scenario: payInvoice, payload: payload))),
    Sample(CodeRequestAnswer(codeRequest: "cod_1", resendAfter: 60)),
    Sample(
      CodeRequestAnswer(
        codeRequest: "cod_1", resendAfter: 60, destination: "•••78", second: .twoFactorCode,
        secondFactor: secondFactor)),
    Sample(OTPRequired(destination: "•••78", resendAfter: 60)),
    Sample(RegistrationOptionsRequest(validateCode: SecretText("012345"))),
    Sample(RegistrationOptionsRequest(proof: .pin(SecretText("258036")))),
    Sample(RegisteredCredential(credentialID: "AAEC")), Sample(credentialList),
    Sample(NameRequest(name: "Laptop")),
    Sample(RevocationRequest()), Sample(RevocationRequest(proof: .assertion(assertion))),
    Sample(RevocationAnswer(revoked: 2)), Sample(registration), Sample(assertion),
    Sample(options), Sample(creation),
    Sample(CredentialDescriptor(id: CredentialID([1]), transports: ["usb"])),
  ]

  static let links = [
    Sample(announcement), Sample(Announcement(entries: [])),
    Sample(
      SessionLinkRequest(
        type: .enrol, announceInfo: announcement, proof: .pin(SecretText("258036")),
        userName: "ada@example.com", displayName: "Ada", secondFactor: .required)),
    Sample(SessionLinkRequest(type: .login)),
    Sample(
      SessionLinkAnswer(
        id: "lnk_1", url: "https://example.org/#link=1", watchSecret: SecretText("w"),
        number: nil, expiresIn: 300)),
    Sample(
      SessionLinkAnswer(
        id: "lnk_1", url: "https://example.org/#link=1", watchSecret: SecretText("w"),
        number: "17", expiresIn: 300, qrCode: ["10", "01"])),
    Sample(
      SessionLinkDescription(
        type: .login, origin: "https://example.org", announceInfo: announcement,
        account: SessionLinkDescription.AccountSummary(id: "acc_1", displayName: "Ada"),
        numbers: ["17", "42"], secondFactor: nil, expiresIn: 299)),
    Sample(
      SessionLinkDescription(
        type: .enrol, origin: "https://example.org", announceInfo: nil, account: nil,
        existingAccounts: [
          SessionLinkDescription.ExistingAccount(
            id: "acc_1", displayName: "Ada", device: "Phone")
        ], numbers: [], secondFactor: .required, expiresIn: 1)),
    Sample(LinkOptionsRequest(deviceID: "dev_1", number: "17")), Sample(LinkOptionsRequest()),
    Sample(
      LinkOptions(
        demand: .factor, assertion: options, pinChallenge: challenge,
        document: DocumentTests.invoice, creation: creation, secondFactor: secondFactor)),
    Sample(LinkOptions(demand: .nothing)),
    Sample(
      LinkConfirmation.login(deviceID: "dev_1", number: "17", proof: .pinProof(pinProof))),
    Sample(LinkConfirmation.login(deviceID: "dev_1", number: "17", proof: codesProof)),
    Sample(LinkConfirmation.enrol(device, registration: registration, .nothing)),
    Sample(
      LinkConfirmation.enrol(
        device, registration: nil, .validateCode(SecretText("012345")))),
    Sample(LinkConfirmation.enrol(device, registration: nil, .pinProof(pinProof))),
    Sample(
      LinkConfirmed(
        account: SessionLinkDescription.AccountSummary(id: "acc_1", displayName: "Ada"),
        session: SessionAnswer(
          accessToken: SecretText("t"), tokenType: .dpop, expiresIn: 300, accountID: "acc_1"))),
    Sample(
      LinkConfirmed(
        account: SessionLinkDescription.AccountSummary(id: "acc_1", displayName: "Ada"),
        session: nil)),
    Sample(LinkEvent(status: .over, ending: .wrongNumber)), Sample(LinkEvent(status: .waiting)),
    Sample(LinkClaim(isMine: true)), Sample(LinkClaim(isMine: false)),
  ]

  static let sessions = [
    Sample(SessionRequest.code(codeRequest: "cod_1", validateCode: SecretText("012345"))),
    Sample(SessionRequest.assertion(assertion)), Sample(SessionRequest.pinProof(pinProof)),
    Sample(SessionRequest.deviceProof(deviceProof)),
    Sample(SessionOptionsRequest(deviceID: "dev_1")), Sample(SessionOptionsRequest()),
    Sample(
      SessionOptions(
        options: options, document: DocumentTests.invoice, pinChallenge: challenge, demand: .pin,
        secondFactor: secondFactor)),
    Sample(SessionOptions(options: options, document: DocumentTests.invoice)),
    Sample(
      SessionAnswer(
        accessToken: SecretText("t"), tokenType: .bearer, expiresIn: 300, accountID: "acc_1")),
    Sample(SessionKeyRequest(accessToken: SecretText("t"), deviceProof: deviceProof)),
    Sample(ownSessionList), Sample(SessionProofRequest(proof: .assertion(assertion))),
    Sample(SessionProofRequest(proof: .pin(SecretText("258036")))),
    Sample(RaisedSession(accessToken: SecretText("t"))), Sample(RaisedSession(accessToken: nil)),
  ]

  static let actions = [
    Sample(LinkedOptionsRequest(scenario: payInvoice, payload: ["amount": 500])),
    Sample(LinkedOptionsRequest(changing: .removePasskey(CredentialID([1])))),
    Sample(FactorChange.addPasskey), Sample(FactorChange.addDevice(named: "Phone")),
    Sample(FactorChange.keepHeld("pin")), Sample(FactorChange.removeHeld("dev_1")),
    Sample(FactorChange.setPhone("+2348012345678")), Sample(FactorChange.keepOnlyDevice("dev_1")),
    Sample(
      LinkedOptions(
        options: options, document: DocumentTests.invoice, transaction: payload,
        pinChallenge: challenge, creation: creation)),
    Sample(LinkedOptions(options: options, document: DocumentTests.invoice, transaction: nil)),
    Sample(ActionOptionsRequest(payload: ["amount": 500])), Sample(ActionOptionsRequest()),
    Sample(
      ActionOptions(
        linked: LinkedOptions(
          options: options, document: DocumentTests.invoice, transaction: payload),
        ways: [
          ActionWay(proof: .assertion),
          ActionWay(proof: .pin, reason: "pin_missing", detail: "set a PIN first"),
        ], secondFactor: secondFactor)),
    Sample(DocumentTests.invoice),
    Sample(VerificationAnswer(verificationToken: SecretText("jwt"), expiresIn: 300)),
    Sample(OperationAnswer(operationID: "op_1", scenario: payInvoice, result: payload)),
    Sample(
      OperationAnswer(
        operationID: "op_1", scenario: .authorizeTransaction, result: review.json)),
    Sample(
      OperationAnswer(operationID: "op_1", scenario: .manageFactors, status: .pending)),
    Sample(BiometricTestRequest(proof: codesProof)), Sample(BiometricTestAnswer()),
    Sample(codesProof),
    Sample(
      Problem(
        status: 401, title: "no", detail: "again", reason: .verificationFailed,
        extensions: ["verified": false])),
  ]

  static let reviews = [
    Sample(
      NewTransactionRequest(
        userName: "ada@example.com", amount: 4250, currency: "NGN", payee: "Ikeja Books",
        lastFourPAN: "4242", expiresIn: 480)),
    Sample(
      NewTransactionRequest(
        userName: "ada@example.com", amount: 4250, currency: "NGN", payee: "Ikeja Books")),
    Sample(review), Sample(TransactionList(transactions: [review])), Sample(review.transaction),
    Sample(ReviewPayload(transactionID: "trn_1")),
    Sample(ApprovalRequest(proof: .assertion(assertion), userInput: "a gift")),
    Sample(ApprovalRequest(proof: .pin(SecretText("258036")))),
    Sample(
      HostEvent(
        kind: .denied, timestamp: "2024-01-22T10:30:45Z", accountID: "acc_1",
        userName: "ada@example.com", subject: .transaction(review))),
    Sample(
      NewTransactionRequest(
        userName: "ada@example.com", scenario: ScenarioName("PAY_INVOICE"),
        payload: ["amount": "12.50"], expiresIn: 480)),
    Sample(
      ReviewTransaction(
        transactionID: "trn_2", scenario: ScenarioName("PAY_INVOICE"),
        payload: ["amount": "12.50"], createdAt: "2024-01-22T10:30:45Z",
        expiresAt: "2024-01-22T10:38:45Z")),
    Sample(
      HostEvent(
        kind: .performed, timestamp: "2024-01-22T10:30:45Z", accountID: "acc_1",
        userName: "ada@example.com", subject: .action(performed))), Sample(performed),
    Sample(
      HostEvent(
        kind: .hold, timestamp: "2024-01-22T10:30:45Z", accountID: "acc_1",
        userName: "ada@example.com", subject: .hold(AccountHold(.begun)))),
    Sample(AccountHold(.factorAdded)),
    Sample(ActionRequest(payload: ["amount": "12.50"], proof: .assertion(assertion))),
    Sample(ActionRequest(payload: nil, proof: .verificationToken(SecretText("jwt")))),
    Sample(
      ProofRequest(
        scenario: ScenarioName("PAY_INVOICE"), payload: ["amount": "12.50"],
        proof: .assertion(assertion))),
  ]

  private static let performed = PerformedAction(
    operationID: "op_1", scenario: ScenarioName("PAY_INVOICE"), payload: ["amount": "12.50"])

  static let host = [
    Sample(ServiceSessionRequest(userName: "ada@example.com", displayName: "Ada")),
    Sample(ServiceSessionRequest(userName: "ada@example.com")),
    Sample(IntrospectionRequest(token: SecretText("t"))), Sample(IntrospectionAnswer.inactive),
    Sample(
      IntrospectionAnswer.active(
        IntrospectionAnswer.ActiveSession(
          accountID: "acc_1", contextClass: "urn:acr", methods: ["pin"], authTime: 17,
          expiresAt: 317, key: KeyThumbprint(sha256: [UInt8](repeating: 0, count: 32))))),
    Sample(
      IntrospectionAnswer.active(
        IntrospectionAnswer.ActiveSession(
          accountID: "acc_1", contextClass: nil, methods: [], authTime: nil, expiresAt: 317,
          key: nil))),
    Sample(
      RedemptionRequest(
        verificationToken: SecretText("jwt"), scenario: ScenarioName("SHIP_ORDER"),
        payload: ["order": "17"])),
    Sample(
      RedemptionAnswer(
        accountID: "acc_1", contextClass: "urn:acr", methods: ["mfa"], authTime: 17)),
  ]
}
