// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are those of SwiftUI, whose documentation says what each does.

/// Stands for SwiftUI's protocol of apps; a test starts one by a ``Display``.
@MainActor
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}

  func draw(into drawing: inout Drawing) { body.draw(into: &drawing) }
}

@MainActor
public protocol Scene {
  func draw(into drawing: inout Drawing)
}

@resultBuilder
@MainActor
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func draw(into drawing: inout Drawing) { drawing.add(content) }
}

public enum ScenePhase: Sendable, Hashable {
  case background
  case inactive
  case active
}

public struct EnvironmentValues {
  public var scenePhase: ScenePhase { .active }
}

@propertyWrapper
public struct Environment<Value> {
  public let wrappedValue: Value

  public init(_ path: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: path]
  }
}

/// A value that lasts as long as its view.
@propertyWrapper
public struct State<Value>: KeptState {
  private final class Box {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  /// The box of the view that stood in this place before, if there was one.
  private final class Slot {
    var box: Box

    init(_ box: Box) { self.box = box }
  }

  private let slot: Slot

  public init(wrappedValue: Value) { slot = Slot(Box(wrappedValue)) }

  public var wrappedValue: Value {
    get { slot.box.value }
    nonmutating set { slot.box.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let box = slot.box
    return Binding(get: { box.value }, set: { box.value = $0 })
  }

  func keep(_ kept: AnyObject?) -> AnyObject {
    if let box = kept as? Box { slot.box = box }
    return slot.box
  }
}

/// The way to a value that another has.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public subscript<Member>(
    dynamicMember path: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding<Member>(
      get: { wrappedValue[keyPath: path] },
      set: { new in
        var value = wrappedValue
        value[keyPath: path] = new
        wrappedValue = value
      })
  }
}
