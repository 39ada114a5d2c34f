public import DocumentModel

/// A transaction as a screen shows it.
public struct FlowTransaction: Sendable, Hashable {
  /// The server's document: all that a screen shows, and what is signed; nil until the server was
  /// asked for it.
  public let document: Document?
  /// The review that it stands in; nil if the app itself asks for it.
  public internal(set) var review: Review?

  /// A transaction to show.
  public init(document: Document?, review: Review? = nil) {
    self.document = document
    self.review = review
  }
}

/// The status of a review.
public enum ReviewStatus: String, Sendable, Hashable, CaseIterable {
  /// Nobody has decided.
  case pending
  /// It was approved.
  case approved
  /// It was denied.
  case denied
  /// Its time is over.
  case expired
}

/// A transaction that the host's backend wants reviewed (scenarios, "Pending transactions").
public struct Review: Sendable, Hashable {
  /// The transaction's id at the server.
  public let id: String
  /// The document to show.
  public let document: Document
  /// The time at which it was created, RFC 3339 in UTC.
  public let created: String
  /// The time at which it expires, RFC 3339 in UTC.
  public let expires: String
  /// The status that the server told last.
  public internal(set) var status: ReviewStatus

  /// A review as the server described it.
  public init(
    id: String, document: Document, created: String, expires: String,
    status: ReviewStatus = .pending
  ) {
    self.id = id
    self.document = document
    self.created = created
    self.expires = expires
    self.status = status
  }
}

extension Review {
  /// The number that the asking screen shows, for the person to compare; nil where a host asks.
  ///
  /// It is the first field of the document, where no host can put one, and is signed with it.
  public var number: String? {
    guard let first = document.fields.first, first.name == "shownNumber",
      case .text(let number) = first.value
    else { return nil }
    return number
  }
}

/// The result of a protected action that the server executed.
public struct ActionResult: Sendable, Hashable {
  /// The progress of an action.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// It is done.
    case completed
    /// It is executed; what follows from it is not known yet.
    case pending
    /// It came to nothing, and what it had changed is undone.
    case failed
  }

  /// The operation, by which the server can be asked for it again.
  public let operation: OperationID
  /// The progress of the action.
  public let status: Status
  /// The action's own answer as JSON; empty where there is no more to say.
  public let bytes: [UInt8]

  /// A result as the server gave it.
  public init(operation: OperationID, status: Status, bytes: [UInt8] = []) {
    self.operation = operation
    self.status = status
    self.bytes = bytes
  }
}
