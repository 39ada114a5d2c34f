package dev.countersign;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads a record that crossed; what is missing is a fault of this library. */
record Fields(Map<?, ?> members) {
  static @Nullable Fields of(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? new Fields(map) : null;
  }

  String text(String name) {
    return required(optionalText(name), name);
  }

  @Nullable String optionalText(String name) {
    return members.get(name) instanceof String text ? text : null;
  }

  long integer(String name) {
    return required(members.get(name) instanceof Long number ? number : null, name);
  }

  boolean flag(String name) {
    return required(members.get(name) instanceof Boolean flag ? flag : null, name);
  }

  byte[] bytes(String name) {
    return required(members.get(name) instanceof byte[] bytes ? bytes : null, name);
  }

  Fields record(String name) {
    return required(of(members.get(name)), name);
  }

  <T> @Nullable T optional(String name, Function<Fields, T> reading) {
    Fields fields = of(members.get(name));
    return fields == null ? null : reading.apply(fields);
  }

  <E extends Enum<E>> E oneOf(Class<E> type, String name) {
    return Enum.valueOf(type, text(name));
  }

  <E extends Enum<E>> @Nullable E optionalOneOf(Class<E> type, String name) {
    String text = optionalText(name);
    return text == null ? null : Enum.valueOf(type, text);
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object element : elements(name)) {
      if (element instanceof String text) {
        texts.add(text);
      }
    }
    return List.copyOf(texts);
  }

  <E extends Enum<E>> List<E> eachOf(Class<E> type, String name) {
    return texts(name).stream().map(text -> Enum.valueOf(type, text)).toList();
  }

  <T> List<T> list(String name, Function<Fields, T> reading) {
    List<T> list = new ArrayList<>();
    for (Object element : elements(name)) {
      list.add(reading.apply(required(of(element), name)));
    }
    return List.copyOf(list);
  }

  private List<?> elements(String name) {
    return members.get(name) instanceof List<?> list ? list : List.of();
  }

  private static <T> T required(@Nullable T value, String name) {
    if (value == null) {
      throw new IllegalStateException(
          name + " is missing: the library and its classes are of different versions");
    }
    return value;
  }
}
