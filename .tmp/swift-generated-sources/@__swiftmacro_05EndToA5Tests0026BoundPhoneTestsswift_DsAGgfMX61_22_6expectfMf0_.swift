Testing.__checkClosureCall(throws: ClientError.self,performing: { try await stored.devices() },expression: .__fromSyntaxNode("{ try await stored.devices() }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:62:23-62:87
