/**
 * The JVM client as the conformance suite drives it, and the checks of the shared vectors.
 *
 * <p>No part of the library: an app takes {@code library} alone.
 */
package dev.countersign.conformance;
