#if canImport(AuthenticationServices)
  import AuthenticationServices
  import CountersignClient
  import Foundation
  import WebAuthnModel

  /// One request to the system's passkeys, and its outcome.
  @MainActor
  final class PasskeyCeremony: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
  {
    enum Outcome {
      case registration(RegistrationResponse)
      case assertion(AssertionResponse)
    }

    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    /// The one that asks, so that it can be told to stop.
    private var controller: ASAuthorizationController?
    private var waiting: CheckedContinuation<Result<Outcome, AuthenticatorError>, Never>?
    /// The system refuses a ceremony beside another.
    private static var turn = Turn()

    init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
      self.anchor = anchor
    }

    /// Puts the request to the person; if its task is cancelled, the prompt leaves the screen.
    func outcome(of request: ASAuthorizationRequest) async throws(AuthenticatorError) -> Outcome {
      if Self.turn.isTaken() { await withCheckedContinuation { Self.turn.wait($0) } }
      defer { Self.turn.pass() }
      guard !Task.isCancelled else { throw .cancelled }
      let controller = ASAuthorizationController(authorizationRequests: [request])
      controller.delegate = self
      controller.presentationContextProvider = self
      self.controller = controller
      defer { self.controller = nil }
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          waiting = continuation
          perform(controller, request)
        }
      } onCancel: {
        // Behind the steps above, where it came before them.
        Task { @MainActor in self.controller?.cancel() }
      }
      return try result.get()
    }

    /// Signs with what is on this device, or says that nothing is: the system would else offer
    /// another device, by a code to scan.
    private func perform(
      _ controller: ASAuthorizationController, _ request: ASAuthorizationRequest
    ) {
      #if !os(macOS)
        if request is ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
          return controller.performRequests(options: .preferImmediatelyAvailableCredentials)
        }
      #endif
      controller.performRequests()
    }

    func authorizationController(
      controller: ASAuthorizationController,
      didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      end(Self.outcome(of: authorization).map(Result.success) ?? .failure(.failed))
    }

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithError error: any Error
    ) {
      end(.failure(AuthenticatorError(passkeys: error)))
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
      anchor()
    }

    private func end(_ result: Result<Outcome, AuthenticatorError>) {
      waiting?.resume(returning: result)
      waiting = nil
    }

    /// The answer in WebAuthn's values; nil if a part of it is missing.
    private static func outcome(of authorization: ASAuthorization) -> Outcome? {
      switch authorization.credential {
      case let made as ASAuthorizationPlatformPublicKeyCredentialRegistration:
        guard let attestation = made.rawAttestationObject else { return nil }
        return .registration(
          RegistrationResponse(
            credentialID: CredentialID(Array(made.credentialID)),
            clientDataJSON: Array(made.rawClientDataJSON), attestationObject: Array(attestation),
            transports: ["internal", "hybrid"]))
      case let signed as ASAuthorizationPlatformPublicKeyCredentialAssertion:
        // The SDK does not say whether they may be missing.
        let parts: (Data?, Data?, Data?) = (
          signed.rawAuthenticatorData, signed.signature, signed.userID
        )
        guard let data = parts.0, let signature = parts.1 else { return nil }
        return .assertion(
          AssertionResponse(
            credentialID: CredentialID(Array(signed.credentialID)),
            clientDataJSON: Array(signed.rawClientDataJSON), authenticatorData: Array(data),
            signature: Array(signature),
            userHandle: parts.2.flatMap { $0.isEmpty ? nil : UserHandle(Array($0)) }))
      default: return nil
      }
    }
  }

  extension AuthenticatorError {
    /// Maps an error of the system's own passkeys.
    init(passkeys error: any Error) {
      let error = error as NSError
      // Some errors come from beneath, in WebKit's domain.
      if error.domain == Self.webKitDomain, error.code == Self.webKitDuplicateCredential {
        self = .credentialExists
        return
      }
      guard error.domain == ASAuthorizationError.errorDomain else {
        self = .failed
        return
      }
      // By its number: the SDKs of earlier systems do not declare it.
      if error.code == Self.deviceNotConfiguredForPasskeyCreation {
        self = .nothingEnrolled
        return
      }
      guard let code = ASAuthorizationError.Code(rawValue: error.code)
      else {
        self = .failed
        return
      }
      self.init(code)
    }

    private static let webKitDomain = "WKErrorDomain"
    private static let webKitDuplicateCredential = 8
    private static let deviceNotConfiguredForPasskeyCreation = 1010

    /// Maps a code of AuthenticationServices.
    private init(_ code: ASAuthorizationError.Code) {
      self =
        switch code {
        // Also where the device has none of the passkeys: the system does not tell which.
        case .canceled: .cancelled
        case .notHandled: .notAvailable
        case .notInteractive: .notInForeground
        case .matchedExcludedCredential: .credentialExists
        case .failed, .invalidResponse, .unknown: .failed
        // What later systems add.
        default: .failed
        }
    }
  }
#endif
