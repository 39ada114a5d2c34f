Testing.__checkValue(try await screen.link(link).numbers.first { $0 != made.number },expression: .__fromSyntaxNode("try await screen.link(link).numbers.first { $0 != made.number }"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:120:21-120:94
