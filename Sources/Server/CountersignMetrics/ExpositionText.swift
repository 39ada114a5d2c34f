import CountersignCore

/// Figures in Prometheus' text format, version 0.0.4.
struct ExpositionText {
  private(set) var text = ""

  /// Begins the lines of a metric.
  mutating func begin(_ metric: Metric) {
    if !metric.help.isEmpty {
      text += "# HELP \(metric.name) \(Self.escaped(metric.help, quotes: false))\n"
    }
    let kind =
      switch metric.kind {
      case .counter: "counter"
      case .gauge: "gauge"
      case .histogram: "histogram"
      }
    text += "# TYPE \(metric.name) \(kind)\n"
  }

  /// Adds a line.
  mutating func add(_ name: String, _ labels: SeriesLabels, _ number: String) {
    text += labels.text.isEmpty ? "\(name) \(number)\n" : "\(name){\(labels.text)} \(number)\n"
  }

  /// A number as the format has it.
  static func number(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
    if number.rounded() == number, abs(number) < 1e16 { return "\(Int64(number))" }
    return "\(number)"
  }

  /// A name with an underscore for each character that none may have.
  static func name(_ text: String, colons: Bool = true) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isTaken =
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case ":": colons
        case "0"..."9": !name.isEmpty
        default: false
        }
      name.unicodeScalars.append(isTaken ? scalar : "_")
    }
    return name.isEmpty ? "_" : name
  }

  /// A text within a line.
  static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The labels of a series as a line has them, by name: two with the same labels are equal.
struct SeriesLabels: Hashable {
  let text: String

  /// Labels with their values; of two with one name, the last counts.
  init(_ labels: [(String, String)]) {
    var values: [String: String] = [:]
    for (name, value) in labels {
      let name = ExpositionText.name(name, colons: false)
      // The bound of a histogram is no label of anybody's.
      values[name == "le" ? "label_le" : name] = value
    }
    text = values.sorted { $0.key < $1.key }
      .map { "\($0.key)=\"\(ExpositionText.escaped($0.value, quotes: true))\"" }
      .joined(separator: ",")
  }

  private init(text: String) { self.text = text }

  /// These labels and one more at the end.
  func adding(_ name: String, _ value: String) -> SeriesLabels {
    SeriesLabels(text: text + (text.isEmpty ? "" : ",") + "\(name)=\"\(value)\"")
  }
}
