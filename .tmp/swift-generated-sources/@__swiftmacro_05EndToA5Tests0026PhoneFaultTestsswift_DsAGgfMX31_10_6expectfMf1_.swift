Testing.__checkValue(try await flow.standing(phone, subject) == .nothing,expression: .__fromSyntaxNode("try await flow.standing(phone, subject) == .nothing"),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:32:11-32:80
