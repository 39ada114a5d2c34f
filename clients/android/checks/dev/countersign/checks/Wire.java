package dev.countersign.checks;

import dev.countersign.Nullable;
import dev.countersign.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way to the server: noted, held up, and changed as a check wants it. */
final class Wire implements Transport {
  private final HttpTransport transport = new HttpTransport();
  /** All requests that were sent, in order. */
  final List<Request> requests = new CopyOnWriteArrayList<>();
  /** The actions that were sent, in order. */
  final BlockingQueue<Request> actions = new LinkedBlockingQueue<>();
  /** What the answers to options become. */
  volatile @Nullable UnaryOperator<String> ofOptions;
  /** What the bodies of actions become. */
  volatile @Nullable UnaryOperator<String> ofActions;
  /** Loses the next answer to an action. */
  volatile boolean losesAnswer;
  /** How many more answers arrive before one is lost; negative for all. */
  final AtomicInteger untilLoss = new AtomicInteger(-1);
  /** Holds up actions until it is counted down; null holds up none. */
  volatile @Nullable CountDownLatch gate;

  @Override
  public Response send(Request request) throws Exception {
    boolean isAction = request.method().equals("POST")
        && request.url().matches(".*/actions/[A-Z_]+");
    if (isAction) {
      actions.add(request);
      CountDownLatch closed = gate;
      if (closed != null) {
        closed.await();
      }
    }
    requests.add(request);
    UnaryOperator<String> change = ofActions;
    byte[] body = request.body();
    Request sent = isAction && change != null && body != null
        ? new Request(request.method(), request.url(), request.headers(),
            changed(body, change), request.isStream())
        : request;
    Response response = transport.send(sent);
    if (isAction && losesAnswer || !request.isStream() && untilLoss.getAndDecrement() == 0) {
      losesAnswer = losesAnswer && !isAction;
      response.body().close();
      throw new IOException("lost on the way");
    }
    UnaryOperator<String> ofAnswer = ofOptions;
    if (ofAnswer != null && request.url().matches(".*/actions/[A-Z_]+/options")) {
      try (InputStream content = response.body()) {
        return new Response(response.status(), response.headers(),
            new ByteArrayInputStream(changed(content.readAllBytes(), ofAnswer)));
      }
    }
    return response;
  }

  /** Sends the very same request once more. */
  int repeat(Request request) throws Exception {
    Response response = transport.send(request);
    response.body().close();
    return response.status();
  }

  private static byte[] changed(byte[] body, UnaryOperator<String> change) {
    return change.apply(new String(body, StandardCharsets.UTF_8))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The same with challenges that are linked to nothing. */
  static String unlinked(String answer) {
    Matcher matcher = Pattern.compile("[A-Za-z0-9_-]{135}").matcher(answer);
    return matcher.replaceAll(found -> {
      byte[] challenge = Base64.getUrlDecoder().decode(found.group());
      Arrays.fill(challenge, 37, 69, (byte) 0);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(challenge);
    });
  }

  /** Holds up the next actions until the gate is opened. */
  CountDownLatch hold() {
    CountDownLatch closed = new CountDownLatch(1);
    gate = closed;
    return closed;
  }
}
