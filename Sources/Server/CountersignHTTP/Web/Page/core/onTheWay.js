/**
 * Seconds after which what the server does not know of has not reached it: those for which a call
 * waits for its answer, and as long as the server judges a PIN.
 */
export const onTheWaySeconds = 30;
