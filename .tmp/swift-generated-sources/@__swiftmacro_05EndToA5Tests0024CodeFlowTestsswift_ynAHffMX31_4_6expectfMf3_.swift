Testing.__checkValue(try await session.transaction(id).status == .approved,expression: .__fromSyntaxNode("try await session.transaction(id).status == .approved"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:32:5-32:67
