#if canImport(CryptoKit) && canImport(LocalAuthentication) && canImport(Security)
  import CountersignClient
  import CryptoKit
  import Foundation
  import LocalAuthentication
  import Security
  import WebAuthnModel

  /// A P-256 key that the Secure Enclave of this device holds: what a vault keeps of it is of use
  /// to that alone.
  ///
  /// The key is immutable; not every release of CryptoKit says that it may be sent.
  struct EnclaveKey: @unchecked Sendable {
    private let key: SecureEnclave.P256.Signing.PrivateKey

    /// Makes a key that no other device and no backup ever has, and that goes with the passcode.
    ///
    /// - Parameters:
    ///   - use: The check before each use, beside that it is this app.
    ///   - context: The context in which the owner was verified already; nil if a use asks nobody.
    /// - Throws: The error of the Secure Enclave.
    init(_ use: SecAccessControlCreateFlags, in context: LAContext?) throws {
      let flags: SecAccessControlCreateFlags = [.privateKeyUsage, use]
      guard SecureEnclave.isAvailable,
        let access = SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, flags, nil)
      else { throw AuthenticatorError.notAvailable }
      key = try SecureEnclave.P256.Signing.PrivateKey(
        accessControl: access, authenticationContext: context)
    }

    /// Gives back a key that a vault held; nil if it is of another kind.
    ///
    /// - Throws: The error of the Secure Enclave.
    init?(held: JSONValue, in context: LAContext?) throws {
      guard case .object(let members) = held, case .string(let text)? = members[Self.name],
        let bytes = Base64URL.decode(text)
      else { return nil }
      key = try SecureEnclave.P256.Signing.PrivateKey(
        dataRepresentation: Data(bytes), authenticationContext: context)
    }

    /// The members that a vault keeps of the key.
    var held: JSONObject {
      [Self.name: .string(Base64URL.encode(Array(key.dataRepresentation)))]
    }

    var publicKey: P256.Signing.PublicKey { key.publicKey }

    func signature(over bytes: [UInt8]) throws -> [UInt8] {
      Array(try key.signature(for: Data(bytes)).derRepresentation)
    }

    private static let name = "secureEnclave"
  }

  extension AuthenticatorError {
    /// Maps an error of the Secure Enclave, or of a key in it.
    init(enclave error: any Error) {
      if let error = error as? AuthenticatorError {
        self = error
        return
      }
      let system = error as NSError
      self =
        system.domain == NSOSStatusErrorDomain
        ? AuthenticatorError(keyStatus: OSStatus(truncatingIfNeeded: system.code))
        : AuthenticatorError(local: error)
    }
  }

  extension AuthenticatorError {
    /// Maps a status of Security at the use of a key.
    fileprivate init(keyStatus status: OSStatus) {
      self =
        switch status {
        case errSecUserCanceled: .cancelled
        case errSecInteractionNotAllowed: .notInForeground
        case errSecItemNotFound: .keyGone
        case errSecNotAvailable: .notAvailable
        default: .failed
        }
    }
  }

  extension DeviceKeySource {
    /// Keys in the Secure Enclave: this device alone has them, and using one asks nobody.
    ///
    /// Without a Secure Enclave, no device can be made.
    public static let secureEnclave = DeviceKeySource(
      make: { try? EnclaveDeviceKey(key: EnclaveKey([], in: nil)) },
      restore: { held in
        guard let key = try? EnclaveKey(held: held, in: nil) else { return nil }
        return EnclaveDeviceKey(key: key)
      })
  }

  /// A device key of the Secure Enclave.
  private struct EnclaveDeviceKey: SigningKey {
    let key: EnclaveKey

    var held: JSONValue { .object(key.held) }
    var publicKey: P256.Signing.PublicKey { key.publicKey }

    func signature(over bytes: [UInt8]) throws(AuthenticatorError) -> [UInt8] {
      do {
        return try key.signature(over: bytes)
      } catch {
        throw AuthenticatorError(enclave: error)
      }
    }
  }
#endif
