import CountersignService
import Foundation
import GRDB

extension StatementArguments {
  init(_ values: [SQLValue]) { self.init(values.map(\.databaseValue)) }
}

extension SQLValue {
  /// The value that the driver binds.
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .blob(let value): Data(value).databaseValue
    }
  }

  /// A value that the driver read; the dialect has no floating point.
  init(_ value: DatabaseValue) throws(StoreError) {
    switch value.storage {
    case .null: self = .null
    case .int64(let value): self = .integer(value)
    case .string(let value): self = .text(value)
    case .blob(let value): self = .blob(Array(value))
    case .double: throw StoreError(code: .corrupt, reason: "a column holds a fraction")
    }
  }
}
