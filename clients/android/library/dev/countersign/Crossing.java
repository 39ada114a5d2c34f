package dev.countersign;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What crosses between Java and the SDK: null, Boolean, Long, String, byte[], List and Map, in
 * bytes. Both sides read it within the same limits.
 */
final class Crossing {
  static final int MOST_BYTES = 2 << 20;
  static final int MOST_DEPTH = 16;

  private Crossing() {}

  static byte[] encoded(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(value, new DataOutputStream(bytes), 0);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    if (bytes.size() > MOST_BYTES) {
      throw new IllegalArgumentException("too long: give at most 2 MiB in one call");
    }
    return bytes.toByteArray();
  }

  private static void write(@Nullable Object value, DataOutputStream out, int depth)
      throws IOException {
    if (depth > MOST_DEPTH) {
      throw new IllegalArgumentException("the value has too many levels: give at most 16");
    }
    if (value == null) {
      out.writeByte(0);
    } else if (value instanceof Boolean flag) {
      out.writeByte(flag ? 2 : 1);
    } else if (value instanceof Long || value instanceof Integer) {
      out.writeByte(3);
      out.writeLong(((Number) value).longValue());
    } else if (value instanceof String text) {
      out.writeByte(4);
      write(text, out);
    } else if (value instanceof byte[] content) {
      out.writeByte(5);
      out.writeInt(content.length);
      out.write(content);
    } else if (value instanceof List<?> list) {
      out.writeByte(6);
      out.writeInt(list.size());
      for (Object element : list) {
        write(element, out, depth + 1);
      }
    } else if (value instanceof Map<?, ?> map) {
      out.writeByte(7);
      out.writeInt(map.size());
      for (Map.Entry<?, ?> member : map.entrySet()) {
        if (!(member.getKey() instanceof String name)) {
          throw new IllegalArgumentException("a name in a payload must be a text");
        }
        write(name, out);
        write(member.getValue(), out, depth + 1);
      }
    } else {
      throw new IllegalArgumentException(
          "a payload holds a " + value.getClass().getName()
              + ": give null, Boolean, Long, String, byte[], List or Map");
    }
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    if (text.length() > MOST_BYTES / 2) {
      throw new IllegalArgumentException("a text is too long: give at most 1,048,576 characters");
    }
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      if (Character.isHighSurrogate(unit) && index + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(index + 1))) {
        index++;
      } else if (Character.isSurrogate(unit)) {
        throw new IllegalArgumentException(
            "a text holds half of a surrogate pair: give whole characters");
      }
    }
    out.writeInt(text.length());
    out.writeChars(text);
  }

  static @Nullable Object decoded(byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException("too long");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      Object value = read(buffer, 0);
      if (buffer.hasRemaining()) {
        throw new IllegalArgumentException("more than one value");
      }
      return value;
    } catch (BufferUnderflowException short_) {
      throw new IllegalArgumentException("less than one value", short_);
    }
  }

  private static @Nullable Object read(ByteBuffer buffer, int depth) {
    if (depth > MOST_DEPTH) {
      throw new IllegalArgumentException("too many levels");
    }
    byte tag = buffer.get();
    switch (tag) {
      case 0:
        return null;
      case 1:
        return Boolean.FALSE;
      case 2:
        return Boolean.TRUE;
      case 3:
        return buffer.getLong();
      case 4:
        return text(buffer);
      case 5:
        byte[] content = new byte[count(buffer, 1)];
        buffer.get(content);
        return content;
      case 6:
        int size = count(buffer, 1);
        List<@Nullable Object> list = new ArrayList<>(size);
        for (int index = 0; index < size; index++) {
          list.add(read(buffer, depth + 1));
        }
        return list;
      case 7:
        int members = count(buffer, 5);
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int index = 0; index < members; index++) {
          map.put(text(buffer), read(buffer, depth + 1));
        }
        return map;
      default:
        throw new IllegalArgumentException("no such tag");
    }
  }

  private static String text(ByteBuffer buffer) {
    int count = count(buffer, 2);
    char[] units = new char[count];
    for (int index = 0; index < count; index++) {
      units[index] = buffer.getChar();
    }
    return new String(units);
  }

  private static int count(ByteBuffer buffer, int least) {
    int count = buffer.getInt();
    if (count < 0 || count > buffer.remaining() / least) {
      throw new IllegalArgumentException("a count is too large");
    }
    return count;
  }
}
