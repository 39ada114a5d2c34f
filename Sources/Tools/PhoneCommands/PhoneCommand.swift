import ArgumentParser

/// `countersign phone`: a terminal client that acts as the phone.
struct PhoneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phone",
    abstract: "act as a person's phone: enrol, log in, approve, buy airtime",
    discussion: """
      The phone's keys and its session lie under --home, in a vault that is for tools and tests.

      example: countersign phone enrol --server http://localhost:8080 --user-name ada@example.com
      """,
    subcommands: [
      PhoneEnrol.self, PhoneLogin.self, PhoneSign.self, PhoneApprove.self, PhoneDeny.self,
      PhoneWatch.self, PhoneTransactions.self, PhoneTopUp.self, PhoneTestBiometrics.self,
      PhoneWallet.self, PhoneChangePIN.self, PhoneAddBiometrics.self, PhoneRemoveBiometrics.self,
      PhoneUpgrade.self, PhoneAccounts.self, PhoneDevices.self, PhoneRevoke.self,
      PhoneInvite.self, PhoneSetNumber.self, PhoneAuthenticatorApp.self, PhoneLock.self,
      PhoneUnlock.self, PhoneSignUp.self, PhoneRegister.self, PhoneSetPIN.self,
    ])
}
