/**
 * The forms in which values travel: JSON, CBOR, base64url, and secrets that do not print.
 *
 * <p>Java brings neither JSON nor CBOR. What is here is strict and has limits: an answer of a
 * server is read whole or refused.
 */
package dev.countersign.vectors.encoding;
