package dev.countersign.vectors.http;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.http.TransportException.Delivery;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls a server with {@code java.net.http}.
 *
 * <p>It follows no redirect, since an answer that sends a token elsewhere is no answer of this
 * server, and sends nothing twice by itself: what is sent again, and when, the caller decides.
 */
public final class HttpTransport implements Transport {
  private final ServerAddress address;
  private final HttpLimits limits;
  private final HttpClient client;

  /**
   * A transport to a server.
   *
   * @param address where it is
   * @param limits what the transport bears
   */
  public HttpTransport(ServerAddress address, HttpLimits limits) {
    this.address = address;
    this.limits = limits;
    client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(limits.connect())
        .build();
  }

  @Override
  public WireResponse send(WireRequest request) throws TransportException {
    CompletableFuture<HttpResponse<byte[]>> pending = client.sendAsync(
        outgoing(request), head -> new LimitedBody(limits.maximumAnswerBytes()));
    // The request's own timeout ends with the head of the answer; this one covers its last byte.
    long milliseconds = limits.connect().plus(limits.answer()).toMillis();
    try {
      HttpResponse<byte[]> answer = pending.get(milliseconds, TimeUnit.MILLISECONDS);
      return new WireResponse(
          answer.statusCode(), ByteString.of(answer.body()), retryAfterSeconds(answer),
          answer.headers().firstValue("DPoP-Nonce"));
    } catch (ExecutionException problem) {
      throw failure(problem.getCause());
    } catch (TimeoutException problem) {
      pending.cancel(true);
      throw new TransportException(Delivery.UNKNOWN, "no answer in time");
    } catch (InterruptedException problem) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw new TransportException(Delivery.UNKNOWN, "interrupted");
    }
  }

  private HttpRequest outgoing(WireRequest request) {
    BodyPublisher body = request.body()
        .map(json -> BodyPublishers.ofByteArray(json.serialized().toByteArray()))
        .orElseGet(BodyPublishers::noBody);
    HttpRequest.Builder outgoing = HttpRequest.newBuilder(address.resolve(request.path()))
        .method(request.method(), body)
        .timeout(limits.answer())
        .header("Accept", "application/json");
    request.body().ifPresent(json -> outgoing.header("Content-Type", "application/json"));
    request.acceptLanguage()
        .ifPresent(languages -> outgoing.header("Accept-Language", languages));
    request.authorization()
        .ifPresent(value -> outgoing.header("Authorization", value.exposed()));
    request.possessionProof().ifPresent(proof -> outgoing.header("DPoP", proof));
    request.idempotencyKey().ifPresent(key -> outgoing.header("Idempotency-Key", key));
    return outgoing.build();
  }

  private static Optional<Long> retryAfterSeconds(HttpResponse<byte[]> answer) {
    try {
      return answer.headers().firstValue("Retry-After").map(Long::valueOf);
    } catch (NumberFormatException aDate) {
      return Optional.empty();
    }
  }

  /** Only what certainly happened before the request was written is {@code NOT_SENT}. */
  private static TransportException failure(Throwable problem) {
    boolean isBefore = problem instanceof ConnectException
        || problem instanceof HttpConnectTimeoutException
        || problem instanceof UnresolvedAddressException;
    return new TransportException(
        isBefore ? Delivery.NOT_SENT : Delivery.UNKNOWN, problem.getClass().getSimpleName());
  }
}
