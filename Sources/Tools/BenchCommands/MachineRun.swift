/// The machine's own figures, taken between the rounds of approvals.
struct MachineRun {
  private let http: BareHTTP
  private let signatures: BareSignatures
  private let rows: BareRows

  static func start(
    like exchanges: [BareExchange], connections: Int, folder: String
  ) async throws -> MachineRun {
    let signatures = try BareSignatures()
    let rows = try await BareRows(file: folder + "/rows/rows.sqlite")
    // Last: nobody ends its process where another part cannot be made.
    let http = try await BareHTTP.start(like: exchanges, connections: connections, folder: folder)
    return MachineRun(http: http, signatures: signatures, rows: rows)
  }

  func measure(into figures: inout MachineFigures, seconds: Double) async throws {
    let (requests, wall) = try await http.measure(seconds: seconds)
    figures.requests += requests
    figures.requestWallSeconds += wall
    figures.signatures += try signatures.measureBare(seconds: seconds / 2)
    figures.verdicts += try signatures.measureVerdicts(seconds: seconds / 2)
    figures.rows += try rows.measure(seconds: seconds)
  }

  func end() async { await http.end() }
}

/// What the machine does at best.
struct MachineFigures: Sendable {
  var requests = BareMeasure()
  var requestWallSeconds = 0.0
  var signatures = BareMeasure()
  var verdicts = BareMeasure()
  var rows = BareMeasure()

  /// What an approval would cost if it were nothing but its parts, in microseconds.
  var approvalMicroseconds: Double {
    3 * requests.microseconds + signatures.microseconds + rows.microseconds
  }
}
