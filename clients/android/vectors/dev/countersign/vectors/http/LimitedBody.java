package dev.countersign.vectors.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads a body up to a limit; what goes on after it is not read. */
final class LimitedBody implements BodySubscriber<byte[]> {
  private final int maximumBytes;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.Subscription subscription;

  LimitedBody(int maximumBytes) {
    this.maximumBytes = maximumBytes;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (received.size() + buffer.remaining() > maximumBytes) {
        subscription.cancel();
        body.completeExceptionally(new IOException("the answer is too large"));
        return;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      received.write(bytes, 0, bytes.length);
    }
  }

  @Override
  public void onError(Throwable problem) {
    body.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    body.complete(received.toByteArray());
  }
}
