// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

/// The display of an app that a test uses: it reads what stands there, types and presses.
///
/// As SwiftUI does, it keeps the state of a view for as long as the view stands in its place, and
/// runs a view's task for as long.
@MainActor
public final class Display {
  private let app: any App
  private var states: [String: AnyObject] = [:]
  private var tasks: [String: Task<Void, Never>] = [:]
  private let pushed = Pushed()

  /// The links of navigation that were followed.
  final class Pushed {
    var places: Set<String> = []
  }

  public init(_ app: some App) { self.app = app }

  /// Draws the app as it is now, and begins and ends tasks with their views.
  @discardableResult
  public func draw() -> Drawing {
    var drawing = Drawing(states: states, pushed: pushed)
    app.draw(into: &drawing)
    states = drawing.kept
    pushed.places.formIntersection(drawing.links)
    for (place, task) in tasks where drawing.tasks[place] == nil {
      task.cancel()
      tasks[place] = nil
    }
    for (place, action) in drawing.tasks where tasks[place] == nil {
      tasks[place] = Task { await action() }
    }
    return drawing
  }

  /// Ends the app.
  public func end() {
    for task in tasks.values { task.cancel() }
  }
}

/// What stands on a display, from top to bottom.
@MainActor
public struct Drawing {
  public struct Button {
    public let label: String
    public let press: @MainActor () -> Void
  }

  public struct Field {
    public let label: String
    public let text: Binding<String>
  }

  /// The texts, those of buttons and fields among them; labelled values as `label: value`.
  public private(set) var texts: [String] = []
  /// The buttons that can be pressed.
  public private(set) var buttons: [Button] = []
  /// The fields for text.
  public private(set) var fields: [Field] = []
  /// What opens a link in the app.
  public internal(set) var openURL: ((URL) -> Void)?
  var tasks: [String: @MainActor () async -> Void] = [:]
  private(set) var kept: [String: AnyObject] = [:]
  /// The places of all links of navigation.
  private(set) var links: Set<String> = []
  private let states: [String: AnyObject]
  private let pushed: Display.Pushed
  private var place = ""
  private var counts: [String: Int] = [:]
  private var isDisabled = false

  init(states: [String: AnyObject], pushed: Display.Pushed) {
    (self.states, self.pushed) = (states, pushed)
  }

  mutating func add(_ view: some View) {
    if let primitive = view as? any PrimitiveView { return primitive.draw(into: &self) }
    within("\(type(of: view))") { drawing in
      for member in Mirror(reflecting: view).children {
        guard let state = member.value as? any KeptState, let name = member.label else { continue }
        let place = drawing.place + "." + name
        drawing.kept[place] = state.keep(drawing.states[place])
      }
      drawing.add(view.body)
    }
  }

  /// Draws something in a place of its own, which it has again as long as it is the same.
  mutating func within(_ name: String, _ draw: (inout Drawing) -> Void) {
    let (before, named) = (place, place + "/" + name)
    let count = counts[named, default: 0]
    counts[named] = count + 1
    place = named + "#\(count)"
    draw(&self)
    place = before
  }

  mutating func add(text: String) { texts.append(text) }

  mutating func add(button label: String, _ press: @escaping @MainActor () -> Void) {
    texts.append(label)
    if !isDisabled { buttons.append(Button(label: label, press: press)) }
  }

  mutating func add(field label: String, _ text: Binding<String>) {
    texts.append(label)
    fields.append(Field(label: label, text: text))
  }

  mutating func add(task: @escaping @MainActor () async -> Void) {
    within("task") { $0.tasks[$0.place] = task }
  }

  mutating func add(link label: String, to destination: some View) {
    within("link " + label) { drawing in
      let (place, pushed) = (drawing.place, drawing.pushed)
      drawing.links.insert(place)
      drawing.add(button: label) { pushed.places.insert(place) }
      if pushed.places.contains(place) { drawing.add(destination) }
    }
  }

  mutating func disable(_ isDisabled: Bool, _ draw: (inout Drawing) -> Void) {
    let before = self.isDisabled
    self.isDisabled = before || isDisabled
    draw(&self)
    self.isDisabled = before
  }
}

/// What a view keeps while it stands in its place.
@MainActor
protocol KeptState {
  /// Takes what was kept there before, if there is any.
  func keep(_ kept: AnyObject?) -> AnyObject
}
