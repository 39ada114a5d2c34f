package android.content;

/** What the example uses of the class: it is passed on. */
public class Context {}
