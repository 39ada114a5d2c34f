#if canImport(CryptoKit) && canImport(LocalAuthentication) && canImport(Security)
  import CountersignClient
  import CryptoKit
  import WebAuthnModel

  extension DeviceKeySource {
    /// Keys in the Secure Enclave: this device alone has them, and using one asks nobody.
    ///
    /// Where there is no Secure Enclave, no device can be made.
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
