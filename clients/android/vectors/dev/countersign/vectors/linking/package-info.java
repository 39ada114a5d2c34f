/**
 * What a challenge is linked to: the document, its canonical form and the binding that
 * comes of it ({@code docs/challenge-and-canonical-form.md}). What is shown is what is signed.
 */
package dev.countersign.vectors.linking;
