package dev.countersign.vectors.device;

import dev.countersign.vectors.linking.SigningSubject;
import dev.countersign.vectors.webauthn.RequestOptions;

/**
 * What an authenticator is asked to sign.
 *
 * @param options the challenge, and which credentials may sign it
 * @param subject what the person sees
 */
public record SigningRequest(RequestOptions options, SigningSubject subject) {}
