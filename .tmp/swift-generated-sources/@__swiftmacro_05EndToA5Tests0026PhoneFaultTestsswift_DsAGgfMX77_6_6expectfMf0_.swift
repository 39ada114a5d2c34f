Testing.__checkBinaryOperation(!isEnrolled || last.error == nil,{ $0 || $1() },last.error?.kind == "outcomeUnknown",expression: .__fromBinaryOperation(.__fromSyntaxNode("!isEnrolled || last.error == nil"),"||",.__fromSyntaxNode(#"last.error?.kind == "outcomeUnknown""#)),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:78:7-78:97
