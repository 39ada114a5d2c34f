package dev.countersign;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The calls that the SDK has the app's transport make, and the streams that are open. */
final class Calls {
  private static final int CHUNK = 1 << 14;
  private static final int MOST_ANSWER = 1 << 20;

  private final Transport transport;
  /** By the question that was answered with it. */
  private final Map<Long, InputStream> streams = new ConcurrentHashMap<>();

  Calls(Transport transport) {
    this.transport = transport;
  }

  Map<String, @Nullable Object> send(long question, Fields arguments)
      throws Exception {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<String, String> header : arguments.list("headers",
        fields -> Map.entry(fields.text("name"), fields.text("value")))) {
      headers.put(header.getKey(), header.getValue());
    }
    Object body = arguments.members().get("body");
    boolean isStream = arguments.flag("isStream");
    Transport.Response response = transport.send(new Transport.Request(
        arguments.text("method"), arguments.text("url"), headers,
        body instanceof byte[] bytes ? bytes : null, isStream));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("status", response.status());
    List<Map<String, String>> told = new ArrayList<>();
    response.headers().forEach((name, value) ->
        told.add(Map.of("name", name.toLowerCase(Locale.ROOT), "value", value)));
    answer.put("headers", told);
    if (isStream && response.status() == 200) {
      streams.put(question, response.body());
      answer.put("stream", question);
      answer.put("body", new byte[0]);
      return answer;
    }
    try (InputStream content = response.body()) {
      byte[] bytes = content.readNBytes(MOST_ANSWER + 1);
      if (bytes.length > MOST_ANSWER) {
        throw new SeamException(SeamException.Reason.FAILED, "the answer is too long");
      }
      answer.put("body", bytes);
    }
    return answer;
  }

  byte @Nullable [] next(long stream) throws IOException {
    InputStream content = streams.get(stream);
    if (content == null) {
      return null;
    }
    byte[] chunk = new byte[CHUNK];
    int count = content.read(chunk);
    return count < 0 ? null : Arrays.copyOf(chunk, count);
  }

  /** Closes a stream, where the question opened one; its close may wait for the network. */
  void close(long question, Executor workers) {
    InputStream content = streams.remove(question);
    if (content != null) {
      workers.execute(() -> {
        try {
          content.close();
        } catch (IOException closed) {
          // It is let go of all the same.
        }
      });
    }
  }

  void closeAll(Executor workers) {
    List.copyOf(streams.keySet()).forEach(question -> close(question, workers));
  }

  /** How many streams are open. */
  int open() {
    return streams.size();
  }
}
