Testing.__checkBinaryOperation(last.error,{ $0 == $1() },.cancelled,expression: .__fromBinaryOperation(.__fromSyntaxNode("last.error"),"==",.__fromSyntaxNode(".cancelled")),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:146:9-146:51
