package dev.countersign.conformance;

import com.sun.net.httpserver.HttpServer;
import dev.countersign.vectors.AccountSession;
import dev.countersign.vectors.Declared;
import dev.countersign.vectors.NoAnswerException;
import dev.countersign.vectors.Operation;
import dev.countersign.vectors.OperationId;
import dev.countersign.vectors.OutcomeUnknownException;
import dev.countersign.vectors.Proof;
import dev.countersign.vectors.RefusedException;
import dev.countersign.vectors.Resending;
import dev.countersign.vectors.ServerConnection;
import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.http.HttpLimits;
import dev.countersign.vectors.http.HttpTransport;
import dev.countersign.vectors.http.ServerAddress;
import dev.countersign.vectors.http.Transport;
import dev.countersign.vectors.http.TransportException;
import dev.countersign.vectors.http.TransportException.Delivery;
import dev.countersign.vectors.http.WireRequest;
import dev.countersign.vectors.http.WireResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers that do not come, come too slowly or are none. */
final class ClientChecks {
  private static final String DONE =
      "{\"operationID\":\"o\",\"scenario\":\"TRANSFER\",\"status\":\"completed\"}";

  private ClientChecks() {}

  static void run(Checks checks) throws Exception {
    addresses(checks);
    lostAnswers(checks);
    unprintedToken(checks);
    slowServer(checks);
    Transport nobody =
        new HttpTransport(ServerAddress.of("http://localhost:1"), HttpLimits.STANDARD);
    try {
      nobody.send(WireRequest.get("/second-factor"));
      checks.holds("no server is no answer", false);
    } catch (TransportException problem) {
      checks.equal("what was not sent", problem.delivery(), Delivery.NOT_SENT);
    }
  }

  private static void addresses(Checks checks) {
    for (String address : List.of(
        "http://pay.example.com", "https://pay.example.com/", "https://pay.example.com?a",
        "https://ada@pay.example.com", "ftp://localhost", "localhost:8080", "https://",
        "https://pay.example.com/a//b", "https://pay.example.com/../a",
        "https://pay.example.com/a?b", "https://pay.example.com/a%20b")) {
      checks.refused(
          address, IllegalArgumentException.class, () -> ServerAddress.of(address));
    }
    for (String address : List.of(
        "https://pay.example.com:8443", "https://bank.example/pay/auth")) {
      checks.holds("an address is taken", ServerAddress.of(address) != null);
    }
  }

  /** What is sent again where the answers are these; an empty one is lost. */
  private static void lostAnswers(Checks checks) throws Exception {
    List<WireRequest> sent = new ArrayList<>();
    Operation<JsonObject> done = perform(sent, "", "503", "200" + DONE);
    checks.equal(
        "what is answered after lost answers", done,
        new Operation<>("o", Operation.Status.COMPLETED, JsonObject.EMPTY));
    checks.equal("how often it was sent", sent.size(), 3);
    checks.holds("the very same request", sent.stream().distinct().count() == 1);
    checks.equal("its route", sent.get(0).path(), "/actions/TRANSFER");
    checks.equal("its body", sent.get(0).body(), Optional.of(JsonObject.EMPTY
        .with("payload", JsonObject.EMPTY.with("amount", "500.00"))
        .with("verificationToken", "token")));
    checks.equal("its key", sent.get(0).idempotencyKey(), Optional.of("AQID"));
    checks.equal(
        "its languages", sent.get(0).acceptLanguage(), Optional.of("de, en;q=0.5"));
    checks.holds("a request prints no token", !sent.toString().contains("secret-token"));
    checks.refused(
        "no answer at all", OutcomeUnknownException.class, () -> perform(sent, "", "", ""));
    checks.refused(
        "an answer that is none", OutcomeUnknownException.class, () -> perform(sent, "200[]"));
    checks.refused(
        "a gateway's page", OutcomeUnknownException.class, () -> perform(sent, "429<html>"));
    checks.refused(
        "a status that is none", OutcomeUnknownException.class,
        () -> perform(sent, "200" + DONE.replace("completed", "done")));
    checks.refused(
        "an operation of another scenario", OutcomeUnknownException.class,
        () -> perform(sent, "200" + DONE.replace("TRANSFER", "PAY_INVOICE")));
    checks.equal("how often what was not understood is sent", sent.size(), 1);
    String refusal = "401{\"status\":401,\"reason\":\"session_required\"}";
    checks.refused("a refusal", RefusedException.class, () -> perform(sent, refusal));
    checks.refused(
        "a refusal after a lost answer", OutcomeUnknownException.class,
        () -> perform(sent, "", refusal));
    String shed = "503{\"status\":503,\"reason\":\"overloaded\"}";
    checks.refused("a server with too much to do", RefusedException.class,
        () -> perform(sent, shed));
    checks.equal(
        "what is answered after a lost answer and a shed copy",
        perform(sent, "", shed, "200" + DONE), done);
    checks.refused("nothing sent", NoAnswerException.class, () -> perform(sent));
  }

  private static Operation<JsonObject> perform(List<WireRequest> sent, String... answers)
      throws Exception {
    sent.clear();
    Transport transport = request -> {
      if (sent.size() >= answers.length) {
        throw new TransportException(Delivery.NOT_SENT, "nobody there");
      }
      String answer = answers[sent.size()];
      sent.add(request);
      if (answer.isEmpty()) {
        throw new TransportException(Delivery.UNKNOWN, "lost");
      }
      return new WireResponse(
          Integer.parseInt(answer.substring(0, 3)), ByteString.ofUtf8(answer.substring(3)),
          Optional.empty(), Optional.empty());
    };
    AccountSession session = new AccountSession(
        new ServerConnection(transport, "de, en;q=0.5"), "acc_1", new SecretText("secret-token"));
    OperationId operation = new OperationId(ByteString.of(new byte[] {1, 2, 3}));
    Proof proof = new Proof.VerificationToken(new SecretText("token"));
    Declared action = new Declared("TRANSFER", JsonObject.EMPTY.with("amount", "500.00"));
    return session.perform(action, proof, operation, new Resending(3, Duration.ZERO));
  }

  /** A token with its line's end, as it was read from a file, is refused without being printed. */
  private static void unprintedToken(Checks checks) {
    Transport nobody = request -> {
      throw new TransportException(Delivery.NOT_SENT, "nobody there");
    };
    for (String token : List.of("secret-token\n", "secret token", "")) {
      try {
        new AccountSession(new ServerConnection(nobody), "acc_1", new SecretText(token));
        checks.holds("a token is refused that is no token", false);
      } catch (IllegalArgumentException refusal) {
        checks.holds("its refusal prints none", !refusal.getMessage().contains("secret"));
      }
    }
  }

  /** A body that never ends its time, and one that is longer than is read. */
  private static void slowServer(Checks checks) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/slow", exchange -> {
      exchange.sendResponseHeaders(200, 1000);
      exchange.getResponseBody().write("{".getBytes(StandardCharsets.UTF_8));
      exchange.getResponseBody().flush();
    });
    server.createContext("/long", exchange -> {
      exchange.sendResponseHeaders(200, 2000);
      exchange.getResponseBody().write(new byte[2000]);
      exchange.close();
    });
    server.start();
    HttpLimits limits = new HttpLimits(Duration.ofMillis(200), Duration.ofMillis(300), 1000);
    Transport transport = new HttpTransport(
        ServerAddress.of("http://localhost:" + server.getAddress().getPort()), limits);
    for (String path : List.of("/slow", "/long")) {
      checks.refused(
          path, TransportException.class, () -> transport.send(WireRequest.get(path)));
    }
    server.stop(0);
  }
}
