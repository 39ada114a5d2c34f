/** Carries calls to the server. An app may put its own HTTP client behind {@code Transport}. */
package dev.countersign.vectors.http;
