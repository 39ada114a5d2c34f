package dev.countersign.checks;

import dev.countersign.Nullable;
import dev.countersign.Transport;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The real server, but for what is shown and signed: that it says as a check wants it, and whatever
 * was signed it takes.
 */
final class FeignedServer implements Transport {
  static final String TRANSACTION = "trx_feigned";

  private final HttpTransport transport = new HttpTransport();
  private final List<String> signed = new CopyOnWriteArrayList<>();
  /** The answer to options that the real server gave last. */
  private volatile String options = "{}";
  private volatile String document = "";
  private volatile String challenge = "";
  private volatile String scenario = "";
  /** Whether it says what a check wants; else all is the real server's. */
  volatile boolean feigns;

  /** Says from now on that this is to be shown and signed. */
  void say(String document, byte[] challenge, String scenario) {
    this.document = document;
    this.challenge = Challenge.text(challenge);
    this.scenario = scenario;
    signed.clear();
  }

  /** The challenges that were signed since. */
  List<String> signed() {
    return List.copyOf(signed);
  }

  @Override
  public Response send(Request request) throws Exception {
    String path = URI.create(request.url()).getPath();
    boolean isOptions = path.matches(".*/actions/[A-Z_]+/options");
    if (feigns && isOptions) {
      Map<String, String> members = new LinkedHashMap<>(Json.members(options));
      members.put("challenge", Json.string(challenge));
      members.put("document", document);
      members.remove("pinChallenge");
      return answer(Json.object(members));
    }
    if (feigns && path.matches(".*/actions/[A-Z_]+")) {
      signed.add(challenge(request.body()));
      return answer(Json.object(Map.of("operationID", "\"op_1\"",
          "scenario", Json.string(scenario), "status", "\"completed\"")));
    }
    if (feigns && path.endsWith("/transactions/" + TRANSACTION)) {
      return answer(Json.object(Map.of("transactionID", Json.string(TRANSACTION),
          "createdAt", "\"2026-11-30T13:05:00Z\"", "expiresAt", "\"2026-11-30T14:05:00Z\"",
          "status", "\"pending\"", "document", document)));
    }
    Response response = transport.send(request);
    if (!isOptions) {
      return response;
    }
    try (InputStream content = response.body()) {
      options = new String(content.readAllBytes(), StandardCharsets.UTF_8);
      return new Response(response.status(), response.headers(), stream(options));
    }
  }

  /** The challenge in an assertion's client data; empty where there is none. */
  private static String challenge(byte @Nullable [] body) {
    Map<String, String> sent = Json.members(
        new String(body == null ? new byte[0] : body, StandardCharsets.UTF_8).strip());
    String response = Json.members(sent.getOrDefault("assertion", "{}")).get("response");
    if (response == null) {
      return "";
    }
    byte[] data = Base64.getUrlDecoder().decode(
        Json.text(Json.members(response).get("clientDataJSON")));
    return Json.text(Json.members(new String(data, StandardCharsets.UTF_8)).get("challenge"));
  }

  private static Response answer(String body) {
    return new Response(200, Map.of("Content-Type", "application/json"), stream(body));
  }

  private static InputStream stream(String body) {
    return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
  }
}
