package dev.countersign.checks;

import dev.countersign.SeamException;
import dev.countersign.Transport;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Calls by the JDK's client, which Android has not. */
final class HttpTransport implements Transport {
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
      .connectTimeout(Duration.ofSeconds(10)).followRedirects(HttpClient.Redirect.NEVER).build();

  @Override
  public Response send(Request request) throws Exception {
    HttpRequest.Builder call = HttpRequest.newBuilder(URI.create(request.url()))
        .timeout(Duration.ofSeconds(30));
    byte[] body = request.body();
    call.method(request.method(), body == null
        ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
    request.headers().forEach(call::header);
    HttpResponse<InputStream> response;
    try {
      response = client.send(call.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (ConnectException problem) {
      throw new SeamException(SeamException.Reason.NOT_SENT, "no connection");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    return new Response(response.statusCode(), headers, response.body());
  }
}
