Testing.__checkValue(try await flow.standing(phone, subject) == .done,expression: .__fromSyntaxNode("try await flow.standing(phone, subject) == .done"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:183:5-183:62
