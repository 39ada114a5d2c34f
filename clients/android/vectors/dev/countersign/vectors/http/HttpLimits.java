package dev.countersign.vectors.http;

import java.time.Duration;

/**
 * What a transport over HTTP bears.
 *
 * @param connect for finding and greeting the server
 * @param answer for the whole answer, its last byte included
 * @param maximumAnswerBytes the largest answer that is read
 */
public record HttpLimits(Duration connect, Duration answer, int maximumAnswerBytes) {
  /** For a person who waits: 10 s, 30 s, 1 MiB. */
  public static final HttpLimits STANDARD =
      new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), 1 << 20);
}
