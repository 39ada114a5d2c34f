/**
 * Countersign's SDK for Android and the JVM: flows, scenarios, documents, codes, PINs of the device
 * and the soft lock, as they are on every platform. {@link dev.countersign.Countersign} is where an
 * app begins.
 */
package dev.countersign;
