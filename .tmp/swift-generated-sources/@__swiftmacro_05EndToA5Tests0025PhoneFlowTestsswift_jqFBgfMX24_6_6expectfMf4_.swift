Testing.__checkValue(try await next.secondFactor().hasPIN,expression: .__fromSyntaxNode("try await next.secondFactor().hasPIN"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:25:7-25:52
