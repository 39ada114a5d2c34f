Testing.__checkValue(try await flow.isOnce(phone, subject),expression: .__fromSyntaxNode("try await flow.isOnce(phone, subject)"),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:37:7-37:62
