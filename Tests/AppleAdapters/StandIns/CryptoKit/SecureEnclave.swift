@_exported import Crypto
public import Foundation
public import LocalAuthentication
public import Security
import StandInPhone

/// The Secure Enclave of the test's phone: it signs in software, for whoever may.
public enum SecureEnclave {
  /// Whether the phone has one.
  public static var isAvailable: Bool { Phone.current.with { $0.hasSecureEnclave } }

  /// The curve.
  public enum P256 {
    /// Keys that sign.
    public enum Signing {
      /// A key that it holds.
      public struct PrivateKey {
        /// What stands for the key outside.
        public let dataRepresentation: Data
        /// Its public half.
        public let publicKey: Crypto.P256.Signing.PublicKey
        private let context: LAContext?

        /// Makes a key.
        public init(
          accessControl: SecAccessControl, authenticationContext: LAContext? = nil
        ) throws {
          guard SecureEnclave.isAvailable else { throw CryptoKitError.invalidParameter }
          let flags = accessControl.flags
          guard accessControl.protection == kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
            flags.contains(.privateKeyUsage)
          else { throw CryptoKitError.invalidParameter }
          let key = Crypto.P256.Signing.PrivateKey()
          let name = Data(SHA256.hash(data: key.rawRepresentation))
          Phone.current.with { phone in
            phone.keys[name] = PhoneState.EnclaveKey(
              bytes: key.rawRepresentation, flags: flags.rawValue,
              biometrics: flags.contains(.biometryCurrentSet) ? phone.biometrics : nil)
          }
          dataRepresentation = name
          publicKey = key.publicKey
          context = authenticationContext
        }

        /// Finds a key again.
        public init(
          dataRepresentation: Data, authenticationContext: LAContext? = nil
        ) throws {
          guard let held = Phone.current.with({ $0.keys[dataRepresentation] }) else {
            throw CryptoKitError.incorrectParameterSize
          }
          self.dataRepresentation = dataRepresentation
          publicKey = try Crypto.P256.Signing.PrivateKey(rawRepresentation: held.bytes).publicKey
          context = authenticationContext
        }

        /// Signs, where whoever the key asks for was verified in the context.
        public func signature<Message: DataProtocol>(
          for data: Message
        ) throws -> Crypto.P256.Signing.ECDSASignature {
          let isVerified = context?.isVerified == true
          let mayAsk = context?.interactionNotAllowed != true
          let bytes = try Phone.current.with { phone -> Result<Data, any Error> in
            if let status = phone.enclaveStatus {
              return .failure(NSError(domain: NSOSStatusErrorDomain, code: Int(status)))
            }
            guard let held = phone.keys[dataRepresentation], phone.hasPasscode else {
              return .failure(CryptoKitError.invalidParameter)
            }
            guard let biometrics = held.biometrics else { return .success(held.bytes) }
            guard isVerified else { return .failure(LAError(.notInteractive)) }
            guard biometrics == phone.biometrics else {
              if mayAsk { phone.questions.append(.init(policy: 0, reason: "the key asks again")) }
              if let code = phone.deadKeyCode {
                return .failure(NSError(domain: LAError.errorDomain, code: code))
              }
              return .failure(CryptoKitError.underlyingCoreCryptoError(error: -3))
            }
            return .success(held.bytes)
          }.get()
          return try Crypto.P256.Signing.PrivateKey(rawRepresentation: bytes)
            .signature(for: data)
        }
      }
    }
  }
}
