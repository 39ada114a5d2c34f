public import Foundation
import StandInPhone

/// What is known of the phone's means to verify its owner.
open class LADomainState: NSObject {
  /// Of its biometrics.
  open var biometry: LADomainStateBiometry { LADomainStateBiometry() }
}

/// What is known of the enrolled biometrics.
open class LADomainStateBiometry: NSObject {
  /// Tells them from those of another time; nil where none are enrolled or none can be used.
  open var stateHash: Data? {
    Phone.current.with { phone in
      guard case .enrolled(let data) = phone.biometrics else { return nil }
      return phone.release + data
    }
  }
}
