Testing.__checkValue(try await phone.manager.installation.accounts().map(\.displayName) == ["Ada"],expression: .__fromSyntaxNode(#"try await phone.manager.installation.accounts().map(\.displayName) == ["Ada"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:18:5-18:91
