package dev.countersign;

import dev.countersign.linking.ShownTransaction;
import dev.countersign.linking.TopUpTransaction;
import dev.countersign.webauthn.RequestOptions;

/**
 * A challenge for one transaction, which is what was asked for.
 *
 * @param options the challenge, and which credentials may sign it
 * @param transaction the transaction as the server will execute it: what a screen must show
 * @param shown what an authenticator is told is shown
 * @param operation the name of the action that comes of it
 */
public record LinkedChallenge(
    RequestOptions options, TopUpTransaction transaction, ShownTransaction shown,
    OperationId operation) {}
