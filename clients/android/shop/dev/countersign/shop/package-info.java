/**
 * The airtime shop of the demo, written as any host writes its own actions over the library: the
 * purchase and its answer, and the wallet.
 */
package dev.countersign.shop;
