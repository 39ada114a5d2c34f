/// A server that serves the page, and where what it mailed can be read.
package protocol PageServer: Sendable {
  /// Its origin.
  var address: String { get }

  /// The newest code for a person and a purpose; nil while there is none.
  func code(to recipient: String, for purpose: String) async throws -> String?
}
