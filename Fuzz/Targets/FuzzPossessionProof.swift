import DocumentModel
import WebAuthnModel

/// A proof of possession that is read has one spelling of each part, and claims that survive a
/// round trip; the refusal of any other quotes no more than a name.
///
/// The input is the proof itself, and also its header, claims and signature before they are
/// encoded, with a line break between them.
func fuzz(_ input: [UInt8]) {
  check(String(decoding: input, as: UTF8.self))
  let parts = input.split(
    separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
  check(parts.map { Base64URL.encode($0) }.joined(separator: "."))
}

private func check(_ text: String) {
  if let thumbprint = KeyThumbprint(text) { precondition(thumbprint.text == text) }
  do {
    let proof = try PossessionProof(parsing: text)
    precondition(text.utf8.count <= PossessionProof.longest)
    precondition(proof.signature.count == 64 && proof.key.x.count == 32)
    let signed = String(decoding: proof.signedBytes, as: UTF8.self)
    precondition(text == signed + "." + Base64URL.encode(proof.signature))
    let again = PossessionProof.text(of: proof.claims, by: proof.key) { _ in proof.signature }
    // Claims that are not known were left out, and escapes written in another way.
    guard again.utf8.count <= PossessionProof.longest else { return }
    let read = try PossessionProof(parsing: again)
    precondition(read.claims == proof.claims && read.key == proof.key)
  } catch {
    precondition("\(error)".utf8.count < 1024, "a long refusal")
  }
}
