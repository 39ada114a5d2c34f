#include "CJNI.h"

#include <jni.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

// What Swift offers (CountersignJNI/Exports.swift). The bytes are the caller's.
void countersign_call(
    int64_t handle, int32_t operation, const uint8_t *bytes, int32_t count, int64_t ticket);
void countersign_answer(int64_t question, const uint8_t *bytes, int32_t count);
void countersign_figures(int64_t *figures, int32_t count);

#define FIGURES 4

static JavaVM *machine;
static jclass native_class;
static jmethodID receive;
static pthread_key_t attached_key;
static atomic_long attached;

// A thread of Swift ends: it leaves the JVM.
static void detach(void *environment) {
  (void)environment;
  atomic_fetch_sub(&attached, 1);
  (*machine)->DetachCurrentThread(machine);
}

// The environment of this thread, which is attached as a daemon where it was not; NULL if the JVM
// takes it no more.
static JNIEnv *environment(void) {
  void *found = NULL;
  if ((*machine)->GetEnv(machine, &found, JNI_VERSION_1_6) == JNI_OK) return found;
  JavaVMAttachArgs arguments = {JNI_VERSION_1_6, (char *)"countersign", NULL};
#ifdef __ANDROID__
  JNIEnv *made = NULL;
  if ((*machine)->AttachCurrentThreadAsDaemon(machine, &made, &arguments) != JNI_OK) return NULL;
  found = made;
#else
  if ((*machine)->AttachCurrentThreadAsDaemon(machine, &found, &arguments) != JNI_OK) return NULL;
#endif
  atomic_fetch_add(&attached, 1);
  pthread_setspecific(attached_key, found);
  return found;
}

static void refuse(JNIEnv *env, const char *exception, const char *sentence) {
  jclass type = (*env)->FindClass(env, exception);
  if (type == NULL) return;
  (*env)->ThrowNew(env, type, sentence);
  (*env)->DeleteLocalRef(env, type);
}

// The bytes of an array, to be freed; NULL with an exception pending.
static uint8_t *copied(JNIEnv *env, jbyteArray array, jsize *count) {
  if (array == NULL) {
    refuse(env, "java/lang/NullPointerException", "give the bytes of the call, not null");
    return NULL;
  }
  *count = (*env)->GetArrayLength(env, array);
  if (*count > COUNTERSIGN_LONGEST) {
    refuse(env, "java/lang/IllegalArgumentException",
           "too long: give at most 2 MiB in one call");
    return NULL;
  }
  uint8_t *bytes = malloc(*count == 0 ? 1 : (size_t)*count);
  if (bytes == NULL) {
    refuse(env, "java/lang/OutOfMemoryError", "no memory for the call");
    return NULL;
  }
  (*env)->GetByteArrayRegion(env, array, 0, *count, (jbyte *)bytes);
  if ((*env)->ExceptionCheck(env)) {
    free(bytes);
    return NULL;
  }
  return bytes;
}

static void native_call(
    JNIEnv *env, jclass type, jlong handle, jint operation, jbyteArray array, jlong ticket) {
  (void)type;
  jsize count = 0;
  uint8_t *bytes = copied(env, array, &count);
  if (bytes == NULL) return;
  countersign_call(handle, operation, bytes, count, ticket);
  free(bytes);
}

static void native_answer(JNIEnv *env, jclass type, jlong question, jbyteArray array) {
  (void)type;
  jsize count = 0;
  uint8_t *bytes = copied(env, array, &count);
  if (bytes == NULL) return;
  countersign_answer(question, bytes, count);
  free(bytes);
}

static jlongArray native_figures(JNIEnv *env, jclass type) {
  (void)type;
  int64_t figures[FIGURES] = {0};
  countersign_figures(figures, FIGURES);
  jlongArray array = (*env)->NewLongArray(env, FIGURES);
  if (array == NULL) return NULL;
  (*env)->SetLongArrayRegion(env, array, 0, FIGURES, (const jlong *)figures);
  return array;
}

int32_t countersign_jvm_receive(
    int32_t kind, int64_t number, const uint8_t *bytes, int32_t count) {
  JNIEnv *env = environment();
  if (env == NULL) return 1;
  // A thread of Java may call with an exception pending: nothing may be called then.
  if ((*env)->ExceptionCheck(env)) return 1;
  if ((*env)->PushLocalFrame(env, 4) != JNI_OK) {
    (*env)->ExceptionClear(env);
    return 1;
  }
  int32_t failed = 1;
  jbyteArray array = (*env)->NewByteArray(env, count);
  if (array != NULL) {
    (*env)->SetByteArrayRegion(env, array, 0, count, (const jbyte *)bytes);
    if (!(*env)->ExceptionCheck(env)) {
      (*env)->CallStaticVoidMethod(env, native_class, receive, kind, (jlong)number, array);
      failed = 0;
    }
  }
  if ((*env)->ExceptionCheck(env)) {
    (*env)->ExceptionClear(env);
    failed = 1;
  }
  (*env)->PopLocalFrame(env, NULL);
  return failed;
}

int64_t countersign_jvm_attached(void) { return atomic_load(&attached); }

JNIEXPORT jint JNI_OnLoad(JavaVM *loaded, void *reserved) {
  (void)reserved;
  machine = loaded;
  void *found = NULL;
  if ((*machine)->GetEnv(machine, &found, JNI_VERSION_1_6) != JNI_OK) return JNI_ERR;
  JNIEnv *env = found;
  if (pthread_key_create(&attached_key, detach) != 0) return JNI_ERR;
  jclass type = (*env)->FindClass(env, "dev/countersign/Native");
  if (type == NULL) return JNI_ERR;
  native_class = (*env)->NewGlobalRef(env, type);
  (*env)->DeleteLocalRef(env, type);
  if (native_class == NULL) return JNI_ERR;
  receive = (*env)->GetStaticMethodID(env, native_class, "receive", "(IJ[B)V");
  if (receive == NULL) return JNI_ERR;
  const JNINativeMethod methods[] = {
      {(char *)"call", (char *)"(JI[BJ)V", (void *)native_call},
      {(char *)"answer", (char *)"(J[B)V", (void *)native_answer},
      {(char *)"figures", (char *)"()[J", (void *)native_figures},
  };
  if ((*env)->RegisterNatives(env, native_class, methods, 3) != JNI_OK) return JNI_ERR;
  return JNI_VERSION_1_6;
}
