package dev.countersign.vectors.http;

import dev.countersign.vectors.encoding.ByteString;
import java.util.Optional;

/**
 * The server's answer to one call.
 *
 * @param status the status of HTTP
 * @param body the body; no bytes where there is none
 * @param retryAfterSeconds after how many seconds the call may be made again; empty where the
 *     server does not say
 * @param possessionNonce the nonce for the next proofs of possession ({@code DPoP-Nonce}); empty
 *     where the answer has none
 */
public record WireResponse(
    int status, ByteString body, Optional<Long> retryAfterSeconds,
    Optional<String> possessionNonce) {}
