package dev.countersign.example;

import dev.countersign.Nullable;
import dev.countersign.SeamException;
import dev.countersign.Vault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * A vault of files, one for each value: in {@code Context.getNoBackupFilesDir()}, which no backup
 * takes to another device.
 *
 * <p>A value is written beside the old one, forced to the disk and renamed: after a crash there is
 * one or the other.
 */
public final class FolderVault implements Vault {
  private static final String NEW = "new-";

  private final Path folder;

  /**
   * A vault in a folder, which is made when the first value is written.
   *
   * @param folder a folder that only this app can read
   */
  public FolderVault(Path folder) {
    this.folder = folder;
  }

  @Override
  public byte @Nullable [] read(String account, String name) throws SeamException {
    try {
      return Files.readAllBytes(file(account, name));
    } catch (NoSuchFileException none) {
      return null;
    } catch (IOException problem) {
      throw new SeamException(SeamException.Reason.STORAGE_FAILED, problem);
    }
  }

  @Override
  public void write(String account, String name, byte @Nullable [] value) throws SeamException {
    Path file = file(account, name);
    try {
      if (value == null) {
        Files.deleteIfExists(file);
        return;
      }
      Files.createDirectories(file.getParent());
      Path written = file.resolveSibling(NEW + file.getFileName());
      try (FileChannel channel = FileChannel.open(written, StandardOpenOption.CREATE,
          StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException problem) {
      throw new SeamException(SeamException.Reason.STORAGE_FAILED, problem);
    }
  }

  @Override
  public List<String> names(String account) throws SeamException {
    Path of = folder.resolve(encoded(account));
    if (!Files.isDirectory(of)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(of)) {
      return files.map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith(NEW)).map(FolderVault::decoded).sorted().toList();
    } catch (IOException problem) {
      throw new SeamException(SeamException.Reason.STORAGE_FAILED, problem);
    }
  }

  private Path file(String account, String name) {
    return folder.resolve(encoded(account)).resolve(encoded(name));
  }

  /** A name that every file system takes: none of its letters is a point or a slash. */
  private static String encoded(String name) {
    return "v" + Base64.getUrlEncoder().withoutPadding()
        .encodeToString(name.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String name) {
    return new String(Base64.getUrlDecoder().decode(name.substring(1)), StandardCharsets.UTF_8);
  }
}
