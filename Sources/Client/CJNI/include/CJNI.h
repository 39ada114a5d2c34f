// The boundary between the JVM and Swift, in bytes and numbers: no JNI type passes it, so that
// nothing in Swift can hold an environment, a reference or a method over an `await`.
#ifndef COUNTERSIGN_CJNI_H
#define COUNTERSIGN_CJNI_H

#include <stdint.h>

// The most bytes that cross at once, in either direction.
#define COUNTERSIGN_LONGEST (2 << 20)

// Swift calls the JVM, on any thread: `Native.receive(kind, number, bytes)`, which only puts it in
// a queue. Returns 0, or 1 if the JVM did not take it.
int32_t countersign_jvm_receive(
    int32_t kind, int64_t number, const uint8_t *bytes, int32_t count);

// How many threads of Swift are attached to the JVM now.
int64_t countersign_jvm_attached(void);

#endif
