package dev.countersign.vectors.http;

import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a server is: an {@code https} address, or {@code http} on this machine, since a code or a
 * token never goes over the network in the clear.
 *
 * @param uri the address, without query and user; its path is where a host has the server's routes
 */
public record ServerAddress(URI uri) {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  /** Segments of unreserved characters (RFC 3986, section 2.3), none of them a dot segment. */
  private static final Pattern PREFIX = Pattern.compile("(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~-]+)*");

  /**
   * An address.
   *
   * @param uri the address, without query and user
   * @throws IllegalArgumentException where it is another one than a server's
   */
  public ServerAddress {
    boolean isProtected = "https".equals(uri.getScheme());
    boolean isHere = "http".equals(uri.getScheme())
        && LOOPBACK.contains(String.valueOf(uri.getHost()));
    boolean isBare = uri.getHost() != null && PREFIX.matcher(uri.getRawPath()).matches()
        && uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getUserInfo() == null;
    if (!isBare || !(isProtected || isHere)) {
      throw new IllegalArgumentException(
          "a server's address is https://host or https://host/path, or http on this machine");
    }
  }

  /**
   * Reads an address such as {@code https://pay.example.com} or {@code https://bank.example/auth}.
   *
   * @param text the address, without a slash at its end
   * @return the address
   * @throws IllegalArgumentException where it is another one than a server's
   */
  public static ServerAddress of(String text) {
    return new ServerAddress(URI.create(text));
  }

  /**
   * The address of a path at this server.
   *
   * @param path the path, which begins with a slash
   * @return the address
   */
  public URI resolve(String path) {
    return URI.create(uri + path);
  }
}
