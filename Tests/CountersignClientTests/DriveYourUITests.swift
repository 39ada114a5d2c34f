import CountersignClient
import CountersignTesting
import FlowModel
import Foundation
import Testing
import WebAuthnModel
import WireModel

/// Whoever sits before the screen.
protocol Person: Sendable {
  func tell(_ text: String) async
  func wait() async
  func agrees(to flow: Flow) async -> Bool
  func choose<Choice: Sendable>(_ choices: [Choice]) async -> Choice?
  func factor(of info: SecondFactorInfo) async -> SecondFactorInput?
}

// The article's code, as it stands there.
func show(_ flow: Flow, _ manager: FlowManager, _ person: some Person) async {
  if let text = FlowTexts().text(for: flow) {
    await person.tell(text)
  }
  switch flow.phase {
  case .processing: await person.wait()
  case .done: await person.tell("Done")
  case .error: await person.tell(flow.error?.kind ?? "")
  case .waitForInput:
    guard let asked = flow.currentInteraction else { return }
    do {
      try await answer(asked, of: flow, manager, person)
    } catch {
      // The flow is unchanged: say what is wrong, and ask the same again.
      await person.tell("\(error)")
      await show(flow, manager, person)
    }
  }
}

func answer(
  _ asked: Interaction, of flow: Flow, _ manager: FlowManager, _ person: some Person
) async throws {
  switch asked.content {
  case .confirm(let info):
    guard await person.agrees(to: flow) else { return await manager.cancel() }
    try await manager.confirmSession(
      account: await person.choose(info.accounts), number: await person.choose(info.numbers))
  case .confirmTransaction:
    guard await person.agrees(to: flow) else { return try await manager.deny() }
    try await manager.confirmTransaction()
  case .verifySecondFactor(let info), .setSecondFactor(let info):
    guard let input = await person.factor(of: info) else { return await manager.cancel() }
    try await manager.inputSecondFactor(input)
  case .softPrompt:
    try await manager.answerSoftPrompt(await person.agrees(to: flow) ? .accept : .decline)
  }
}

func run(_ manager: FlowManager, _ person: some Person) async {
  for await flow in await manager.updates { await show(flow, manager, person) }
}

@Suite("The article on driving a UI from a flow")
struct DriveYourUITests {
  @Test("its code is the code of this file, and it drives a flow to its end")
  func codeOfArticle() async throws {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent(
        "Sources/Client/CountersignClient/CountersignClient.docc/DriveYourUI.md"),
      encoding: .utf8)
    let code = try #require(article.components(separatedBy: "```swift\n").dropFirst().first)
      .components(separatedBy: "```")[0]
    #expect(try String(contentsOf: file, encoding: .utf8).contains(code))

    let phone = Phone([Script.completed])
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    let ada = Ada()
    await run(phone.manager, ada)
    #expect(await ada.told == ["malformedPIN", "Done"])
  }
}

/// A person who mistypes the PIN once.
private actor Ada: Person {
  private(set) var told: [String] = []
  private var pins = [SecretText("12"), Script.pin]

  func tell(_ text: String) { told.append(text) }
  func wait() {}
  func agrees(to flow: Flow) -> Bool { true }
  func choose<Choice: Sendable>(_ choices: [Choice]) -> Choice? { choices.first }
  func factor(of info: SecondFactorInfo) -> SecondFactorInput? { .pin(pins.removeFirst()) }
}
