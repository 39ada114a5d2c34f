Testing.__checkClosureCall(throws: ClientError.self,performing: { try await app.manager.revoke(scope) },expression: .__fromSyntaxNode("{ try await app.manager.revoke(scope) }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:79:13-79:86
