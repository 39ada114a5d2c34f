import CountersignCore
package import HTTPTypes
import Hummingbird
import Logging
import WebAuthnModel
import WireModel

/// Serves one route: reads, authenticates, calls the handler, and answers refusals and faults.
struct Endpoint: Sendable {
  let handler: RouteHandler
  let slot: ServiceSlot
  let settings: ServerSettings
  /// The statuses of modules' reasons.
  let statuses: [Reason: Int]
  let gate: AdmissionGate

  func respond(to request: Request, _ context: some RequestContext) async -> Response {
    var response = await answer(request, context)
    // Each answer has the nonce for the next proofs (RFC 9449, section 8.2); a host proves none.
    if case .service = handler.route.access { return response }
    if let service = slot.service { response.headers[.dpopNonce] = service.possession.nonce }
    return response
  }

  private func answer(_ request: Request, _ context: some RequestContext) async -> Response {
    var start = settings.secretFloor.begin()
    do {
      // The body is read first: a refusal before that would leave it on the connection.
      let bytes = try await RequestBodyReader(settings: settings).read(request, context)
      // The floor counts from the whole request: a body sent slowly does not use it up.
      start = settings.secretFloor.begin()
      let network = context.network(of: request.headers, behind: settings.trustedProxies)
      if handler.isNeverShed { return try await serve(request, context, network, bytes) }
      return try await gate.admit(
        slot.service?.requests ?? RequestPolicy(), from: network, LoopPace.current,
        opensCeremony: request.head.opensCeremony, elsewhere: slot.service?.pinsUnderWay ?? 0,
        context.logger
      ) { try await serve(request, context, network, bytes) }
    } catch let refusal as Refusal {
      slot.service?.metrics?.noteRefusal(for: refusal.reason)
      if let cause = refusal.cause {
        // The answer is general on purpose; whoever is rung up has to find out.
        context.logger.info(
          "a passkey was refused",
          metadata: ["cause": "\(cause)", "route": "\(handler.route.path)"])
      }
      if refusal.concernsSecret { await settings.secretFloor.wait(since: start) }
      var answer = ProblemAnswer.answer(
        to: refusal, statuses: statuses, members: handler.members(refusal))
      if refusal.reason == .sessionRequired { clearCookie(of: request, in: &answer) }
      if refusal.reason == .unsupportedMediaType,
        RequestBodyReader.foreignCoding(request.headers) != nil
      {
        // It was the coding, and not the type (RFC 9110, section 12.5.3).
        answer.fields[.acceptEncoding] = "identity"
      }
      return answer.response
    } catch is CancellationError {
      let refusal = Refusal.busy("the server is stopping; try again in a moment")
      return ProblemAnswer.answer(to: refusal, members: handler.members(refusal)).response
    } catch let error as StoreError where error.isPassing {
      context.logger.error(
        "the store could not do it",
        metadata: ["error": "\(error)", "route": "\(handler.route.path)"])
      slot.service?.metrics?.noteRefusal(for: .busy)
      let refusal = Refusal.busy("the database cannot do it at the moment; ask again soon")
      return ProblemAnswer.answer(to: refusal, members: handler.members(refusal)).response
    } catch let error as StoreError where error.code == .unstorable {
      // A second line: what reads a request lets no such text through.
      context.logger.error(
        "a request's text is none that can be stored",
        metadata: ["error": "\(error)", "route": "\(handler.route.path)"])
      slot.service?.metrics?.noteRefusal(for: .malformed)
      let refusal = Refusal(.malformed, "a text holds the character U+0000")
      return ProblemAnswer.answer(to: refusal, members: handler.members(refusal)).response
    } catch {
      context.logger.error(
        "request failed", metadata: ["error": "\(error)", "route": "\(handler.route.path)"])
      return ProblemAnswer.answer(toFault: context.requestID, handler.members).response
    }
  }

  private func serve(
    _ request: Request, _ context: some RequestContext, _ network: RequesterNetwork,
    _ bytes: [UInt8]
  ) async throws -> Response {
    let call = try await call(request, context, network, bytes)
    var answer = try await answer(call, context)
    if let session = call.caller { answer.fields[.sessionEndsIn] = "\(session.secondsLeft)" }
    guard let feed = answer.events else { return answer.response }
    if request.method == .head {
      return EventResponse.head(on: context.connection)
    }
    return try EventResponse(
      feed: feed, bell: call.service.changeBell, timing: settings.eventTiming,
      // A stream is proved where it opens: it is opened anew for another proof.
      longest: call.caller?.key == nil ? nil : settings.eventTiming.proved,
      network: call.requester.network, isSignedIn: call.caller != nil
    ).response(to: request, on: context.connection)
  }

  /// Calls the handler; a browser whose person proved a factor by the request gets a lane.
  private func answer(
    _ call: RouteCall, _ context: some RequestContext
  ) async throws -> RouteAnswer {
    guard case .page = call.carrier else { return try await handler.respond(call) }
    let witness = ProofWitness()
    var answer = try await ProofWitness.$current.withValue(witness) {
      try await handler.respond(call)
    }
    guard let account = witness.account else { return answer }
    do {
      let token = try await call.service.lanes.grant(account, to: call.requester)
      if let token {
        let value = laneCookie(call.service).setting(token)
        answer.fields.append(HTTPField(name: .setCookie, value: value))
      }
    } catch {
      // What was asked for is done; the next proof gives the lane.
      context.logger.error("no lane was given", metadata: ["error": "\(error)"])
    }
    return answer
  }

  private func call(
    _ request: Request, _ context: some RequestContext, _ network: RequesterNetwork,
    _ bytes: [UInt8]
  ) async throws -> RouteCall {
    guard let service = slot.service else {
      throw Refusal.busy("the server is starting; try again in a moment")
    }
    let languages = PreferredLanguages(request.headers)
    let prefix: @Sendable () -> PathPrefix = {
      [configured = settings.prefix, route = handler.route, uri = request.uri] in
      configured ?? PathPrefix(of: uri.path, before: route)
    }
    let (carrier, key, session) = try await authenticate(request, service)
    var caller = session
    caller?.languages = languages
    caller?.page = prefix()
    let requester = Requester(
      network, laneToken: laneCookie(service).read(request.headers), languages: languages)
    caller?.requester = requester
    let serviceKey = try await authenticateHost(request, service)
    let body = try RequestBodyReader.parse(bytes, request.headers)
    if !handler.takesBody, body != .object([:]) {
      throw Refusal(.malformed, "this route takes no body")
    }
    return RouteCall(
      service: service, caller: caller, provedKey: key, serviceKey: serviceKey,
      requester: requester, prefix: prefix, carrier: carrier,
      parameters: try RequestTarget.parameters(handler.parameterNames, in: context.parameters),
      query: try RequestTarget.query(request.uri.query, allowing: handler.queryNames),
      idempotencyKeyText: request.headers[.idempotencyKey],
      origin: request.headers[.origin], languages: languages,
      lastEventID: request.headers[.lastEventID],
      watchSecret: request.headers[.countersignWatch].map(SecretText.init), body: body)
  }

  private func authenticate(
    _ request: Request, _ service: Service
  ) async throws -> (SessionCarrier, ProvedKey?, AuthenticatedSession?) {
    let possession = PossessionField(
      verifier: service.possession, route: handler.route, prefix: settings.prefix)
    switch handler.route.access {
    case .everyone:
      let carrier = try SessionCarrier.ofNewSession(
        request.headers, cookie(service), origins: service.origins)
      return (carrier, try possession.key(of: request, with: nil), nil)
    case .service: return (.app, nil, nil)
    case .session, .sessionOfDevice, .optionalSession: break
    }
    let (carrier, authorization) = try SessionCarrier.read(
      request.headers, method: request.method, cookie(service), origins: service.origins)
    guard let authorization else {
      if handler.route.access.takesSession { throw Refusal.noSession }
      return (carrier, nil, nil)
    }
    var key: ProvedKey?
    if authorization.type == .dpop {
      key = try possession.key(of: request, with: authorization.token)
      guard key != nil else {
        throw Refusal.invalidPossessionProof("DPoP: is missing; send a proof for this request")
      }
    }
    // Anybody may say that nobody is there: it only lets the session end sooner.
    let isBackground = request.headers[.countersignActivity] == "background"
    let session = try await service.sessions.authenticate(
      authorization.token, by: key, activity: isBackground ? .background : handler.activity
    ).get()
    try await service.sessions.require(session, for: handler.route.access)
    return (carrier, key, session)
  }

  /// The host's backend that calls, where the route is one of a host's.
  private func authenticateHost(
    _ request: Request, _ service: Service
  ) async throws -> AuthenticatedServiceKey? {
    guard case .service(let scope) = handler.route.access else { return nil }
    return try await service.serviceKeys.authenticate(
      serviceKey: RequestAuthorization.serviceKey(request.headers), for: scope
    ).get()
  }

  /// A session that is over leaves no cookie behind: the page could not take it away itself.
  private func clearCookie(of request: Request, in answer: inout RouteAnswer) {
    guard let service = slot.service, request.headers[.authorization] == nil,
      request.headers[.cookie] != nil
    else { return }
    answer.fields[.setCookie] = cookie(service).clearing
  }

  private func laneCookie(_ service: Service) -> LaneCookie {
    LaneCookie(origins: service.origins, instance: settings.instance)
  }

  private func cookie(_ service: Service) -> PageCookie {
    PageCookie(
      origins: service.origins, protection: settings.protection, instance: settings.instance)
  }
}

extension PreferredLanguages {
  /// The languages that a request asks for (RFC 9110, section 12.5.4).
  init(_ fields: HTTPFields) {
    self = fields[.acceptLanguage].map(PreferredLanguages.init(acceptLanguage:)) ?? .none
  }
}

extension StoreError {
  /// True if the same may succeed later: the database is away, or has no room.
  fileprivate var isPassing: Bool { [.unavailable, .disk, .closed].contains(code) }
}

extension Refusal {
  /// The server cannot do it now.
  static func busy(_ detail: String) -> Refusal {
    var refusal = Refusal(.busy, detail)
    refusal.retryAfterSeconds = 1
    return refusal
  }
}

extension HTTPField.Name {
  /// The key under which an action is executed once (`Idempotency-Key`).
  static let idempotencyKey = unchecked("Idempotency-Key")
  /// Says that an answer is the first one again.
  static let idempotentReplayed = unchecked("Idempotent-Replayed")
  /// Says that a request is no activity of the person (`background`).
  static let countersignActivity = unchecked("X-Countersign-Activity")
  /// Seconds until the session of the request ends, unless its person does something before.
  static let sessionEndsIn = unchecked("Countersign-Session-Ends-In")
  /// The id under which the log knows a request.
  static let requestID = unchecked("X-Request-ID")

  package static func unchecked(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else {
      preconditionFailure("\(name) is written in this file and is no field name")
    }
    return name
  }
}
