/**
 * The authenticator of an app: keys in the platform's keystore, each use unlocked by the person at
 * a gate. It knows of no server.
 */
package dev.countersign.vectors.device;
