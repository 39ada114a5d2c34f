import BrowserTesting
import Testing
import WebAuthnModel

/// What a screen lacks for people who use a keyboard, a screen reader, or eyes that need contrast.
struct Accessibility: Sendable {
  let browser: Browser

  /// Looks at the screen in light and in dark.
  ///
  /// - Returns: What is wrong, each with where it is.
  func problems(on screen: String) async throws -> [String] {
    var problems = try await namelessControls() + structure()
    for scheme in ["light", "dark"] {
      try await browser.develop(
        "Emulation.setEmulatedMedia",
        [
          "features": [
            ["name": "prefers-color-scheme", "value": .string(scheme)],
            // Colours in the middle of a transition belong to no scheme.
            ["name": "prefers-reduced-motion", "value": "reduce"],
          ]
        ])
      problems += try await lowContrast().map { "\(scheme): \($0)" }
    }
    return problems.map { "\(screen): \($0)" }
  }

  /// What a person with a keyboard cannot do on a phone, or at 400 % of a window of 1280 by 1024
  /// pixels: targets that are too small, controls that the tabulator does not reach, and a focus
  /// that lies behind something (WCAG 2.2, 1.4.10, 2.1.1, 2.4.11 and 2.5.5).
  func narrow(on screen: String) async throws -> [String] {
    try await browser.develop(
      "Emulation.setDeviceMetricsOverride",
      ["width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": false])
    var problems = try await browser.run(Self.targets).texts
    try await browser.develop(
      "Emulation.setDeviceMetricsOverride",
      ["width": 320, "height": 256, "deviceScaleFactor": 1, "mobile": false])
    problems += try await unreached()
    try await browser.develop("Emulation.clearDeviceMetricsOverride")
    return problems.map { "\(screen): \($0)" }
  }

  /// Goes through the screen with the tabulator, and puts the focus back.
  private func unreached() async throws -> [String] {
    let count = try await browser.run(Self.beginTabbing)
    guard case .integer(let count) = count else { return ["the controls cannot be counted"] }
    // The document itself is a stop, and so is the browser's frame.
    for _ in 0..<count + 4 {
      try await browser.strike(Key.tab)
      let isDone = try await browser.run(Self.noteStop)
      if isDone == true { break }
    }
    return try await browser.run(Self.endTabbing).texts
  }

  /// What in a narrow window can only be reached by scrolling sideways (WCAG 2.2, 1.4.10).
  func overflow(on screen: String) async throws -> [String] {
    try await browser.develop(
      "Emulation.setDeviceMetricsOverride",
      ["width": 320, "height": 700, "deviceScaleFactor": 1, "mobile": false])
    let wide = try await browser.run(
      """
      const isScrolled = (element) => element.closest("code, pre, .unseen");
      return [...document.querySelectorAll("body *")]
        .filter((element) => element.checkVisibility() && !isScrolled(element)
          && element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => `${element.tagName.toLowerCase()} ${element.className}`);
      """
    ).texts
    try await browser.develop("Emulation.clearDeviceMetricsOverride")
    return wide.map { "\(screen): wider than a window of 320 pixels: \($0)" }
  }

  /// What a phone of 375 pixels squeezes: words that are broken inside, and texts that have one
  /// word a line.
  func squeezed(on screen: String) async throws -> [String] {
    try await browser.develop(
      "Emulation.setDeviceMetricsOverride",
      ["width": 375, "height": 800, "deviceScaleFactor": 1, "mobile": false])
    let problems = try await browser.run(Self.squeezing).texts
    try await browser.develop("Emulation.clearDeviceMetricsOverride")
    return problems.map { "\(screen): \($0)" }
  }

  /// What can have the focus but has no role or no name in the browser's own accessibility tree.
  private func namelessControls() async throws -> [String] {
    let roles: Set<String> = [
      "button", "link", "textbox", "radio", "checkbox", "dialog", "heading", "main",
      "DisclosureTriangle", "RootWebArea",
    ]
    let tree = try await browser.develop("Accessibility.getFullAXTree")
    return (tree["nodes"]?.elements ?? []).compactMap { node in
      let isFocusable = node["properties"]?.elements.contains {
        $0["name"] == "focusable" && $0["value"]?["value"] == true
      }
      guard isFocusable == true, node["ignored"] != true else { return nil }
      let role = node["role"]?["value"]?.text ?? ""
      let name = node["name"]?["value"]?.text ?? ""
      guard roles.contains(role) else { return "the role \(role) of \(name)" }
      // A landmark is announced by its role.
      return name.isEmpty && role != "main" ? "a \(role) without a name" : nil
    }
  }

  /// One title, the language, identifiers that are unique and lead somewhere, targets big enough.
  private func structure() async throws -> [String] {
    try await browser.run(
      """
      const problems = [];
      const all = (selector) => [...document.querySelectorAll(selector)];
      if (!document.documentElement.lang) problems.push("no language");
      if (all("main").length !== 1) problems.push("not one main landmark");
      const titles = all("h1");
      if (titles.length !== 1) problems.push(`${titles.length} titles`);
      else if (!document.title.startsWith(titles[0].innerText)) problems.push("the window's title");
      const ids = all("[id]").map(({ id }) => id);
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
      problems.push(...twice.map((id) => `two ${id}`));
      for (const name of ["aria-describedby", "aria-labelledby", "for"]) {
        for (const element of all(`[${name}]`)) {
          for (const id of element.getAttribute(name).split(" ")) {
            if (!document.getElementById(id)) problems.push(`${name} leads nowhere: ${id}`);
          }
        }
      }
      for (const image of all("img:not([alt])")) problems.push(`no alt: ${image.src}`);
      const shown = (element) => element.checkVisibility({ visibilityProperty: true });
      // WCAG 2.2, 2.5.8: 24 pixels each way, or so much space around the target's middle. The link
      // past the navigation has a size only while it has the focus.
      const targets = all("button, a:not(.skip), summary").filter(shown);
      const boxes = targets.map((element) => element.getBoundingClientRect());
      boxes.forEach(({ x, y, width, height }, index) => {
        if (width >= 24 && height >= 24) return;
        const [left, top] = [x + width / 2 - 12, y + height / 2 - 12];
        const isCrowded = boxes.some((box, other) => other !== index && box.left < left + 24
          && box.right > left && box.top < top + 24 && box.bottom > top);
        if (isCrowded) problems.push(`a small target: ${targets[index].innerText}`);
      });
      return problems;
      """
    ).texts
  }

  /// Text whose contrast against what lies behind it is too low (WCAG 2.2, 1.4.3).
  private func lowContrast() async throws -> [String] {
    try await browser.run(Self.contrast).texts
  }

  /// Targets that are less than 44 pixels high or wide; a link within a sentence is exempt, and a
  /// radio button or a box to tick has its label for a target.
  private static let targets = """
    const own = (element) => element.closest("label") ?? element;
    const isInSentence = (element) => element.matches("a") && element.closest("p, li")
      && element.closest("p, li").innerText.trim() !== element.innerText.trim();
    return [...document.querySelectorAll("button, a:not(.skip), summary, input, select, textarea")]
      .filter((element) => own(element).checkVisibility({ visibilityProperty: true }))
      .filter((element) => !isInSentence(element))
      .map((element) => [element, own(element).getBoundingClientRect()])
      .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
      .map(([element, { width, height }]) => `a target of ${Math.round(width)} by `
        + `${Math.round(height)} pixels: ${element.tagName} ${element.innerText || element.id}`);
    """

  /// An address of the e-mail kind and an identifier have no words.
  ///
  /// A compound breaks at its hyphens, but for one after a single letter; a date and a time break
  /// nowhere.
  private static let squeezing = """
    const problems = [];
    const lines = (range) => new Set([...range.getClientRects()]
      .filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const isShown = node.parentElement.checkVisibility({ visibilityProperty: true });
      const isExempt = node.parentElement.closest(
        "code, .unseen, .skip, .identifiers, script, noscript");
      const text = node.data.trim();
      if (!text || !isShown || isExempt) continue;
      const range = document.createRange();
      const wholeWords = /(?<![@.\\p{L}])(?:\\p{L}[-\\u2011])?\\p{L}+(?![@.\\p{L}])/gu;
      const moments =
        /[0-9]{4}([-\\u2011][0-9]{2}){2}([ \\u00a0][0-9]{2}:[0-9]{2}([ \\u00a0]UTC)?)?/g;
      const whole = [...node.data.matchAll(wholeWords), ...node.data.matchAll(moments)];
      for (const { 0: word, index } of whole) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (lines(range) > 1) problems.push(`broken inside: ${word} in ${text}`);
      }
      range.selectNodeContents(node);
      const words = text.split(/[ \\n]+/).length;
      if (words > 2 && lines(range) >= words) problems.push(`one word a line: ${text}`);
    }
    return problems;
    """

  /// Notes the controls that can be reached: those of a question while one is open, and of a group
  /// of radio buttons one.
  private static let beginTabbing = """
    const within = document.querySelector("dialog[open]") ?? document;
    const groups = new Set();
    const controls = [...within.querySelectorAll("button, a[href], summary, input, select")]
      .filter((element) => !element.disabled
        && (element.checkVisibility({ visibilityProperty: true }) || element.matches(".skip")))
      .filter((element) => {
        if (element.type !== "radio") return true;
        return !groups.has(element.name) && groups.add(element.name);
      });
    window.tabbing = {
      before: document.activeElement, top: window.scrollY, controls, left: new Set(controls),
      hidden: [],
    };
    return controls.length;
    """

  private static let noteStop = """
    const { left, hidden } = window.tabbing;
    const stop = document.activeElement;
    for (const control of left) {
      if (control === stop || (control.type === "radio" && control.name === stop.name)) {
        left.delete(control);
      }
    }
    const box = (stop.type === "radio" ? stop.closest("label") ?? stop : stop)
      .getBoundingClientRect();
    const isShown = [0.1, 0.5, 0.9].some((share) => {
      const found = document.elementFromPoint(
        box.left + box.width / 2, box.top + box.height * share);
      return found && (stop.contains(found) || found.contains(stop));
    });
    if (stop !== document.body && stop.tagName !== "HTML" && !isShown) {
      hidden.push(`the focus is not seen: ${stop.tagName} ${stop.innerText || stop.id}`);
    }
    return left.size === 0;
    """

  private static let endTabbing = """
    const { before, top, left, hidden } = window.tabbing;
    delete window.tabbing;
    // Where nothing had the focus, nothing has it again.
    if (before === document.body) document.activeElement?.blur();
    else before?.focus({ preventScroll: true });
    window.scrollTo(0, top);
    // What was drawn anew or folded away meanwhile is not there to be reached.
    const isThere = (control) => control.matches(".skip")
      || control.checkVisibility({ visibilityProperty: true });
    return [...hidden, ...[...left].filter(isThere).map((control) =>
      `not reached by keyboard: ${control.tagName} ${control.innerText || control.id}`)];
    """

  private static let contrast = """
    const parse = (text) => {
      const [red, green, blue, alpha = 1] = text.match(/[0-9.]+/g).map(Number);
      return { channels: [red, green, blue], alpha };
    };
    const blend = (front, back) => back.map(
      (channel, index) => channel * (1 - front.alpha) + front.channels[index] * front.alpha);
    const luminance = (channels) => {
      const [red, green, blue] = channels.map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element) => {
      const layers = [];
      for (let at = element; at; at = at.parentElement) {
        layers.unshift(parse(getComputedStyle(at).backgroundColor));
      }
      return layers.reduce((back, layer) => blend(layer, back), [255, 255, 255]);
    };
    const problems = [];
    const check = (element, text, style) => {
      const back = behind(element);
      const [one, other] = [luminance(blend(parse(style.color), back)), luminance(back)];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (ratio < 4.5) problems.push(`contrast ${ratio.toFixed(2)}: ${text.trim().slice(0, 40)}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      // A control that does nothing is exempt; what is for screen readers only is not seen.
      const isExempt = element.closest(":disabled, .unseen, .skip, script, noscript");
      if (!walker.currentNode.data.trim() || !isShown || isExempt) continue;
      check(element, walker.currentNode.data, getComputedStyle(element));
    }
    for (const input of document.querySelectorAll("input:not([type=radio], [type=checkbox])")) {
      if (input.checkVisibility()) check(input, `the field ${input.id}`, getComputedStyle(input));
    }
    return problems;
    """
}
