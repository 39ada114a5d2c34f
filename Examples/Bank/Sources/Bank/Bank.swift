import CountersignPage
import CountersignServer
import Foundation
import Hummingbird
import Logging
import NIOCore

/// A bank's own app with Countersign in it: `Bank [FOLDER] [PORT]`.
///
/// `Customers` has the demo's customers, and the folder's `mail.txt` gets their mail.
@main
struct Bank {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let (folder, port) = (arguments.first ?? "bank-data", Int(arguments.last ?? "") ?? 8080)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard let origin = Origin("http://localhost:\(port)") else { throw HTTPError(.badRequest) }
    let (logger, customers) = (Logger(label: "bank"), try Customers())
    // README: a bank
    var configuration = ServerConfiguration(
      relyingPartyID: RelyingPartyID("localhost"), relyingPartyName: "Bank", origins: [origin])
    configuration.http.additions = [.page()]
    let countersign = try await Countersign(
      store: .sqlite(folder + "/bank.db"), keyring: .file(folder + "-keys/keyring"),
      configuration: configuration, modules: [Transfers()],
      messenger: MailFile(path: folder + "/mail.txt"),
      directory: CustomerDirectory(customers: customers), logger: logger)
    let router = Router(context: BankContext.self)
    Website(origin: origin, customers: customers, countersign: countersign).addRoutes(to: router)
    countersign.addRoutes(to: router.group("auth"))
    try await Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("localhost", port: port)),
      services: [countersign],
      onServerRunning: { _ in FileHandle.standardOutput.write(Data("listening\n".utf8)) },
      logger: logger
    ).runService()
    // README: end
  }
}

/// The bank's context, which knows where a request came from.
struct BankContext: RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    (coreContext, remoteAddress) = (.init(source: source), source.channel.remoteAddress)
  }
}

/// The bank's own routes: its page, and who is signed in.
struct Website: Sendable {
  let origin: Origin
  let customers: Customers
  let countersign: Countersign

  func addRoutes(to router: Router<BankContext>) {
    router.get("/") { _, _ in answer(PackageResources.index_html, type: "text/html") }
    router.get("/bank.js") { _, _ in answer(PackageResources.bank_js, type: "text/javascript") }
    router.get("/me") { request, _ in answer(await customers.person(session: token(request))) }
    router.post("/sign-in") { request, _ in try await signIn(request) }
    router.post("/sign-out") { request, _ in answer(await customers.signOut(token(request))) }
  }

  /// Signs a customer in at the bank, and opens the session in which the customer approves.
  private func signIn(_ request: Request) async throws -> Response {
    // A page of another site can post here, but cannot choose this field.
    guard request.headers[.origin] == origin.text else { throw HTTPError(.forbidden) }
    let body = try await request.body.collect(upTo: 4096)
    guard let entered = try? Password(json: JSONValue(parsing: Array(body.readableBytesView))),
      let customer = try await customers.customer(of: entered)
    else { throw HTTPError(.forbidden, message: "Customer number or password is not right.") }
    let opened = try await countersign.openSession(for: customer.number, displayName: customer.name)
    let token = await customers.openSession(of: customer)
    var response = answer(Person(name: customer.name))
    response.headers[values: .setCookie] = [
      "bank=\(token); Secure; HttpOnly; SameSite=Strict", countersign.cookie(of: try opened.get()),
    ]
    return response
  }

  private func token(_ request: Request) -> String { request.cookies["bank"]?.value ?? "" }
  private func answer(_ body: some JSONBody) -> Response {
    answer(body.json.serialized(), type: "application/json")
  }
  /// The policy is as strict as that of Countersign's own page.
  private func answer(_ bytes: [UInt8], type: String) -> Response {
    let policy = """
      default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
      img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
      require-trusted-types-for 'script'; trusted-types 'none'
      """
    return Response(
      status: .ok,
      headers: [.contentType: type, .cacheControl: "no-store", .contentSecurityPolicy: policy],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
