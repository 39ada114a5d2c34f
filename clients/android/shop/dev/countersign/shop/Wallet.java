package dev.countersign.shop;

import dev.countersign.vectors.AccountSession;
import dev.countersign.vectors.CountersignException;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.http.WireRequest;

/**
 * What an account holds.
 *
 * @param balance the balance, in the unit in which the deployment counts its currency
 */
public record Wallet(long balance) {
  /**
   * Asks for a wallet ({@code GET /user/wallet}).
   *
   * @param session whose
   * @return the wallet
   * @throws CountersignException where there is no answer
   */
  public static Wallet of(AccountSession session) throws CountersignException {
    return session.call(WireRequest.get("/user/wallet"), Wallet::read);
  }

  private static Wallet read(JsonObject answer) throws JsonException {
    return new Wallet(answer.integer("balance"));
  }
}
