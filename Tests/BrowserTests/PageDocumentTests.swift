import BrowserTesting
import Foundation
import Testing
import WebAuthnModel

extension BrowserTests {
  /// The page's own modules in Chromium, held against the vectors of the independent
  /// implementation.
  @Suite("documents on the page")
  struct PageDocumentTests {
    @Test("canonical forms and values agree with the vectors; what cannot be shown is refused")
    func documents() async throws {
      try await Self.run(
        "WireModelTests/Fixtures/document-vectors.json", atLeast: 90,
        """
        const { canonicalForm, valuesForm } = await import("/page/documents/canonicalForm.js");
        const { readableDocument } = await import("/page/documents/readDocument.js");
        const hex = (bytes) =>
          Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
        for (const { name, document, canonical, values } of vectors.accepted) {
          const read = readableDocument(document);
          check(name, read !== null && hex(canonicalForm(read)) === canonical);
          check(`values of ${name}`, read !== null && hex(valuesForm(read)) === values);
        }
        for (const { name, document } of [...vectors.refused, ...vectors.malformed]) {
          check(name, readableDocument(document) === null);
        }
        """)
    }

    // Holds: RTS-5.2
    @Test("a challenge is linked to its document, and to that one alone")
    func challenges() async throws {
      try await Self.run(
        "WireModelTests/Fixtures/challenge-vectors.json", atLeast: 400,
        """
        const { isLinkedTo } = await import("/page/documents/linking.js");
        const { decode, encode } = await import("/page/core/base64URL.js");
        const otherValues = (value) => {
          if (typeof value === "string") return [value + "x"];
          if (typeof value === "boolean") return [!value];
          if (typeof value === "number") return [value + 1];
          return Object.entries(value).flatMap(([name, part]) =>
            otherValues(part).map((other) => ({ ...value, [name]: other })));
        };
        const otherFields = (field) => [
          { ...field, name: field.name + "x" }, { ...field, label: field.label + "x" },
          { ...field, kind: field.kind === "text" ? "reference" : "text", value: "x" },
          ...otherValues(field.value).map((value) => ({ ...field, value })),
        ];
        // The document with one change each.
        const others = (document) => [
          { ...document, scenario: "LOGIN" }, { ...document, language: "fr" },
          { ...document, title: document.title + "x" },
          ...document.fields.flatMap((field, index) => [
            document.fields.toSpliced(index, 1),
            document.fields.toSpliced(index, 0, { ...field, name: "more" }),
            document.fields.toSpliced(index, 1).toSpliced(index ? index - 1 : 1, 0, field),
            ...otherFields(field).map((other) => document.fields.with(index, other)),
          ]).map((fields) => ({ ...document, fields })),
        ];
        for (const { name, document, challenge } of vectors) {
          for (const other of vectors.filter((vector) => vector.document !== null)) {
            const isIts = document !== null && other.name === name;
            check(`${name}, ${other.name}`, await isLinkedTo(other.document, challenge) === isIts);
          }
          if (document === null) continue;
          for (const other of others(document)) {
            const is = JSON.stringify(other);
            check(`${name}, as ${is}`, !await isLinkedTo(other, challenge));
          }
          // Version, nonce, language, scenario tag and binding; time and code are the server's.
          for (let index = 0; index < 101; index += 1) {
            const bytes = decode(challenge);
            bytes[index] ^= 0x10;
            const isRead = index === 0 || (index >= 9 && index < 69);
            check(`${name}, byte ${index}`, await isLinkedTo(document, encode(bytes)) !== isRead);
          }
        }
        """)
    }

    @Test("values are shown as all clients show them")
    func formats() async throws {
      try await Self.run(
        "WireModelTests/Fixtures/format-vectors.json", atLeast: 80,
        """
        const { shownValue } = await import("/page/documents/showValue.js");
        for (const { language, value, text } of vectors) {
          const shown = shownValue(value, language);
          check(`${language} ${JSON.stringify(value)}: ${shown}`, shown === text);
        }
        """)
    }

    @Test("texts are refused and warned of by the display rules as everywhere")
    func displayRules() async throws {
      // The page's policy lets in no module but its own, so the module's text stands in the script.
      let comparison = try Self.text("DocumentModelTests/displayVectors.mjs")
        .replacing("export function", with: "function")
      try await Self.run(
        "DocumentModelTests/Fixtures/display-vectors.json", atLeast: 190,
        """
        \(comparison)
        const { tableVersion } = await import("/page/documents/displayTable.js");
        check(`the table is of version ${tableVersion}`, tableVersion === vectors.table);
        const found = disagreements(vectors, await import("/page/documents/display.js"));
        for (const problem of found) check(problem, false);
        for (const { name } of [...vectors.vectors, ...vectors.halves]) check(name, true);
        """)
    }

    /// A file below the folder of all tests.
    private static func text(_ path: String) throws -> String {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..")
      return try String(contentsOf: tests.appending(path: path), encoding: .utf8)
    }

    /// Runs a file of vectors in the page; `check` notes what does not hold.
    private static func run(_ file: String, atLeast least: Int, _ steps: String) async throws {
      let text = try Self.text(file)
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.open()
        try await person.see("Your approval, on every payment")
        let said = try await browser.run(
          """
          const vectors = JSON.parse(arguments[0]);
          let count = 0;
          const problems = [];
          const check = (name, holds) => {
            count += 1;
            if (!holds) problems.push(name);
          };
          return (async () => {
            \(steps)
            return [String(count), ...problems];
          })();
          """, .string(text)
        ).texts
        try #require(said.count == 1, "\(said)")
        let count = try #require(said.first.flatMap { Int($0) })
        try #require(count >= least)
      }
    }
  }
}
