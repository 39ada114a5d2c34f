/// The server that is measured.
struct BenchTarget: Sendable {
  let url: String
  /// Where the codes that it mails are read.
  let mailboxFile: String
  /// Its process, where its CPU time can be read.
  let process: Int32?
}
