Testing.__checkValue(try await restarted.manager.installation.session(),expression: .__fromSyntaxNode("try await restarted.manager.installation.session()"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:19:23-19:83
