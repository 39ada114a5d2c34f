Testing.__checkValue(try await flow.isOnce(phone, subject),expression: .__fromSyntaxNode("try await flow.isOnce(phone, subject)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:184:5-184:51
