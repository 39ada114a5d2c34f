Testing.__checkValue(try await browser.run("return location.hash").text == "#gate",expression: .__fromSyntaxNode(##"try await browser.run("return location.hash").text == "#gate""##),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:47:13-47:84
