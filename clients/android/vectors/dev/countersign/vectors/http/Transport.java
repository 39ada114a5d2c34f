package dev.countersign.vectors.http;

/** Carries calls to a server. */
public interface Transport {
  /**
   * Sends one request and waits for its answer, whatever the status. Not for an app's main thread.
   *
   * @param request the call
   * @return the server's answer
   * @throws TransportException where there is none. It must say truthfully whether the request can
   *     have reached the server: an action is sent again, or not, by it.
   */
  WireResponse send(WireRequest request) throws TransportException;
}
