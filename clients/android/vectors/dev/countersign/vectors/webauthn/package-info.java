/**
 * WebAuthn's values as a client makes and reads them (Web Authentication, Level 3): client data,
 * authenticator data, a key in COSE's form, options and responses.
 */
package dev.countersign.vectors.webauthn;
