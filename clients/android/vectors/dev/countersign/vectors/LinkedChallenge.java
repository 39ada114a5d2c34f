package dev.countersign.vectors;

import dev.countersign.vectors.linking.Document;
import dev.countersign.vectors.webauthn.RequestOptions;

/**
 * A challenge that is linked to one document, which is what was asked for.
 *
 * @param options the challenge, and which credentials may sign it
 * @param document the document that a screen must show, and an authenticator is told is shown
 * @param operation the name of the action that comes of it
 */
public record LinkedChallenge(
    RequestOptions options, Document document, OperationId operation) {}
