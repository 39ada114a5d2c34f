/**
 * A client of Countersign's server for Android and the JVM: accounts, keys, linked challenges,
 * proofs, and any protected action.
 *
 * <p>{@link dev.countersign.vectors.ServerConnection} is where to begin. All calls wait for their
 * answer; an app makes them on a thread of its own.
 */
package dev.countersign.vectors;
