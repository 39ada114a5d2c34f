import CountersignClient
import WebAuthnModel

/// A recorded run as people and programs read it.
struct TraceText {
  let diagram: TraceDiagram
  let messages: [TraceMessage]

  /// A Mermaid sequence diagram.
  var mermaid: String {
    let participants = diagram.participants.map { participant, title in
      participant == .user
        ? "    actor User" : "    participant \(participant.rawValue) as \(title)"
    }
    let rows = messages.map { message in
      "    \(message.from.rawValue)->>\(message.to.rawValue): \(message.text)"
    }
    return (["sequenceDiagram"] + participants + rows).joined(separator: "\n")
  }

  /// The form of the diagrams' data.
  var json: JSONValue {
    let titles = JSONObject(diagram.participants.map { ($0.0.rawValue, JSONValue.string($0.1)) })
    return [
      "name": .string(diagram.rawValue), "participants": .object(titles),
      "messages": .array(
        messages.map { message in
          [
            "from": .string(message.from.rawValue), "to": .string(message.to.rawValue),
            "text": .string(message.text), "block": [],
          ]
        }),
    ]
  }
}
