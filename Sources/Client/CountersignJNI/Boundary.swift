import CJNI
import Synchronization

/// A kind of message to `Native.receive`, under the number that the Java side gives it.
enum JVMMessage: Int32 {
  /// The answer to a call, by its ticket.
  case answer = 0
  /// A question to a seam, by the question's number.
  case question = 1
  /// Something new for an app, by the app's number.
  case news = 2
  /// A question needs no answer any more: its number, with the app's.
  case withdrawn = 3
}

/// Objects of Swift that the JVM holds: by numbers with a generation, never by pointers.
///
/// A number that was let go of, or that never was one, finds nothing.
struct HandleTable<Object: Sendable>: Sendable {
  private struct Slot {
    var generation: UInt32 = 1
    var object: Object?
  }

  private var slots: [Slot] = []
  private var free: [Int] = []

  /// The number of objects that are held.
  var count: Int { slots.count - free.count }

  /// Holds an object.
  mutating func hold(_ object: Object) -> Int64 {
    let index: Int
    if let reused = free.popLast() {
      index = reused
    } else {
      index = slots.count
      slots.append(Slot())
    }
    slots[index].object = object
    return Int64(slots[index].generation) << 32 | Int64(index)
  }

  subscript(handle: Int64) -> Object? { index(handle).flatMap { slots[$0].object } }

  /// Lets go of an object; nil where the handle is of none.
  mutating func release(_ handle: Int64) -> Object? {
    guard let index = index(handle), let object = slots[index].object else { return nil }
    slots[index].object = nil
    // A slot whose generations are used up is not used again.
    slots[index].generation &+= 1
    if slots[index].generation < UInt32(Int32.max) { free.append(index) }
    return object
  }

  /// Changes an object that is held; false where the handle is of none.
  mutating func change(_ handle: Int64, _ change: (inout Object) -> Void) -> Bool {
    guard let index = index(handle), var object = slots[index].object else { return false }
    change(&object)
    slots[index].object = object
    return true
  }

  private func index(_ handle: Int64) -> Int? {
    let index = Int(handle & 0xffff_ffff)
    guard handle > 0, slots.indices.contains(index),
      slots[index].generation == UInt32(truncatingIfNeeded: handle >> 32)
    else { return nil }
    return index
  }
}

/// All that crosses between the JVM and Swift.
enum Boundary {
  /// The SDKs that the JVM holds.
  static let clients = Mutex(HandleTable<JVMClient>())
  /// The questions that seams of the JVM have not answered yet.
  private static let questions = Mutex(HandleTable<Question>())

  /// Whoever waits for an answer, and until when.
  private struct Question {
    let app: Int64
    let continuation: CheckedContinuation<Crossing?, Never>
    var deadline: Task<Void, Never>?
  }

  /// The progress of asking, which a cancellation may come before.
  private enum Asking {
    case sending
    /// It was cancelled before the question was sent whole.
    case cancelled
    case waiting(Int64)
  }

  /// The calls that are under way.
  static let calls = Atomic<Int>(0)

  static var questionCount: Int { questions.withLock { $0.count } }

  /// Sends something to the JVM; false where it did not take it.
  @discardableResult
  static func send(_ message: JVMMessage, _ number: Int64, _ value: Crossing) -> Bool {
    let bytes = value.encoded
    guard bytes.count <= Crossing.mostBytes else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      countersign_jvm_receive(
        message.rawValue, number, buffer.baseAddress, Int32(buffer.count)) == 0
    }
  }

  /// Asks a seam of the JVM, and waits for its one answer.
  ///
  /// - Parameters:
  ///   - app: The app's number.
  ///   - seam: What is asked.
  ///   - arguments: What it is asked with.
  ///   - seconds: How long the answer may take; nil for as long as a person does.
  /// - Returns: The answer; nil where none came in time, or nobody waits for it any more.
  static func ask(
    _ app: Int64, _ seam: String, _ arguments: Crossing, seconds: Int? = 60
  ) async -> Crossing? {
    let asking = Mutex(Asking.sending)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let number = questions.withLock { $0.hold(Question(app: app, continuation: continuation)) }
        let question: Crossing = [
          "app": .integer(app), "seam": .text(seam), "arguments": arguments,
        ]
        let isSent = !Task.isCancelled && send(.question, number, question)
        let isWanted = asking.withLock { asking in
          if case .cancelled = asking { return false }
          asking = .waiting(number)
          return true
        }
        // Withdrawn after it was sent, never before: whoever was asked would keep it for good.
        guard isSent, isWanted else { return answer(number, nil) }
        guard let seconds else { return }
        let deadline = Task {
          guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
          answer(number, nil)
        }
        let isWaiting = questions.withLock { $0.change(number) { $0.deadline = deadline } }
        if !isWaiting { deadline.cancel() }
      }
    } onCancel: {
      let number: Int64? = asking.withLock { asking in
        if case .waiting(let number) = asking { return number }
        asking = .cancelled
        return nil
      }
      if let number { answer(number, nil) }
    }
  }

  /// Takes the answer to a question; a second one, and one that comes too late, is dropped.
  static func answer(_ number: Int64, _ answer: Crossing?) {
    guard let question = questions.withLock({ $0.release(number) }) else { return }
    question.deadline?.cancel()
    if answer == nil { send(.withdrawn, number, .integer(question.app)) }
    question.continuation.resume(returning: answer)
  }
}

/// Takes a call of the JVM; its answer is sent when it is there.
@_cdecl("countersign_call")
public func countersignCall(
  _ handle: Int64, _ operation: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int32,
  _ ticket: Int64
) {
  let arguments = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  Boundary.calls.add(1, ordering: .relaxed)
  Task {
    let answer = await Calls.answer(handle, operation, arguments)
    Boundary.calls.subtract(1, ordering: .relaxed)
    if !Boundary.send(.answer, ticket, answer) {
      Boundary.send(.answer, ticket, Calls.failure("too_long", "The answer is too long."))
    }
  }
}

/// Takes the answer of a seam.
@_cdecl("countersign_answer")
public func countersignAnswer(_ question: Int64, _ bytes: UnsafePointer<UInt8>, _ count: Int32) {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  Boundary.answer(question, try? Crossing(bytes))
}

/// Counts what is held: clients, questions, calls, attached threads.
@_cdecl("countersign_figures")
public func countersignFigures(_ figures: UnsafeMutablePointer<Int64>, _ count: Int32) {
  let held = [
    Int64(Boundary.clients.withLock { $0.count }), Int64(Boundary.questionCount),
    Int64(Boundary.calls.load(ordering: .relaxed)), countersign_jvm_attached(),
  ]
  for (index, figure) in held.prefix(Int(count)).enumerated() { figures[index] = figure }
}
