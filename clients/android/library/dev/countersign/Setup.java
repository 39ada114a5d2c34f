package dev.countersign;

import java.util.List;
import java.util.concurrent.Executor;

/**
 * What an app brings.
 *
 * @param server the server's address: {@code https}, or {@code http} on this machine
 * @param relyingParty the relying party's id: {@code pay.example.com}
 * @param origin who this app is: {@code android:apk-key-hash:…}
 * @param deviceName the name under which a person knows this device
 * @param languages the languages that the person wants to read, the best first
 * @param vault where small values are kept
 * @param transport the app's HTTP client
 * @param keys where keys live
 * @param gate where the person is verified
 * @param navigator the app's screens
 * @param executor where the app wants to be called: its main thread, say
 * @param listener told of what is new
 * @param scenarios the scenarios of the app's own
 * @param clock the device's clocks
 */
public record Setup(
    String server, String relyingParty, String origin, String deviceName, List<String> languages,
    Vault vault, Transport transport, SigningKeys keys, BiometricGate gate, Navigator navigator,
    Executor executor, Listener listener, List<Scenario> scenarios, Clock clock) {}
