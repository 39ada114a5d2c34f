Testing.__checkValue(try await session.transaction(denied.transactionID).status == .denied,expression: .__fromSyntaxNode("try await session.transaction(denied.transactionID).status == .denied"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:149:5-149:83
