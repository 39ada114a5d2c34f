Testing.__checkBinaryOperation((login.last?.phase == .done),{ $0 == $1() },(devices == 1),expression: .__fromBinaryOperation(.__fromSyntaxNode("(login.last?.phase == .done)"),"==",.__fromSyntaxNode("(devices == 1)")),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:124:5-124:69
