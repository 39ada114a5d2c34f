Testing.__checkPropertyAccess(options.self,getting: { $0.pinChallenge },expression: .__fromPropertyAccess(.__fromSyntaxNode("options"),.__fromSyntaxNode("pinChallenge")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:206:25-206:55
