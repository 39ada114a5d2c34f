Testing.__checkValue(try await phone.keys(of: session).map(\.base64URL) == listed,expression: .__fromSyntaxNode(#"try await phone.keys(of: session).map(\.base64URL) == listed"#),comments: [.__line("// What was made over the challenge that expired is gone.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:72:5-72:74
