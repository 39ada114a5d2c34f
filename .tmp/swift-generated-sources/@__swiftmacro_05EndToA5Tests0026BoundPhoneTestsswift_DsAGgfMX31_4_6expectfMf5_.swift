Testing.__checkValue(try await session.secondFactor().hasPIN,expression: .__fromSyntaxNode("try await session.secondFactor().hasPIN"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:32:5-32:53
