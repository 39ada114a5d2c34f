package dev.countersign.conformance;

import dev.countersign.vectors.CountersignException;
import dev.countersign.vectors.MismatchException;
import dev.countersign.vectors.RefusedException;
import dev.countersign.vectors.device.AuthenticatorException;
import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A client that does what it is told: a command as one line of JSON on standard input, what became
 * of it as one line on standard output. It ends with its input.
 */
final class Driver {
  private Driver() {}

  public static void main(String[] arguments) throws IOException, JsonException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    DrivenClient client = new DrivenClient(arguments[0], arguments[1]);
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      JsonObject command = JsonValue.parseObject(ByteString.ofUtf8(line));
      ByteString answer = answer(client, command).serialized();
      output.println(new String(answer.toByteArray(), StandardCharsets.UTF_8));
    }
  }

  /**
   * The outcome's kind, and for what is not done the reason in the words that all clients share.
   */
  private static JsonObject answer(DrivenClient client, JsonObject command) throws JsonException {
    try {
      return client.run(command).with("outcome", "done");
    } catch (AuthenticatorException problem) {
      return outcome("unable", problem.fault().code());
    } catch (RefusedException problem) {
      return outcome("refused", problem.problem().reason());
    } catch (MismatchException problem) {
      return outcome("mismatch", problem.kind().code());
    } catch (CountersignException problem) {
      return outcome("noAnswer", problem.toString());
    }
  }

  private static JsonObject outcome(String outcome, String reason) {
    return JsonObject.EMPTY.with("outcome", outcome).with("reason", reason);
  }
}
