Testing.__checkClosureCall(throws: ClientError.self,performing: { try await session.devices() },expression: .__fromSyntaxNode("{ try await session.devices() }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:47:25-47:90
