Testing.__checkValue(try await flow.standing(phone, subject) == .done,expression: .__fromSyntaxNode("try await flow.standing(phone, subject) == .done"),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:152:7-152:73
