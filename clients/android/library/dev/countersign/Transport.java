package dev.countersign;

import java.io.InputStream;
import java.util.Map;

/**
 * Carries calls to the server, by the app's own HTTP client. It follows no redirect, keeps no
 * cookie and sends nothing twice.
 */
public interface Transport {
  /**
   * Sends one request and waits for its answer, whatever its status.
   *
   * @param request the call
   * @return the answer
   * @throws Exception where there is none; a {@link SeamException} with {@code NOT_SENT} only where
   *     the request certainly did not leave this device: an action is sent again, or not, by it
   */
  Response send(Request request) throws Exception;

  /**
   * A call.
   *
   * @param method the HTTP method
   * @param url the address
   * @param headers the headers, by lowercase names
   * @param body the body, or null for none
   * @param isStream whether the answer is a stream of events: its body is read as it comes
   */
  record Request(
      String method, String url, Map<String, String> headers, byte @Nullable [] body,
      boolean isStream) {}

  /**
   * An answer.
   *
   * @param status the status
   * @param headers the headers
   * @param body the body; closed by the SDK
   */
  record Response(int status, Map<String, String> headers, InputStream body) {}
}
