Testing.__checkBinaryOperation(session.tokenType == .dpop,{ $0 && $1() },session.accessToken == first.accessToken,expression: .__fromBinaryOperation(.__fromSyntaxNode("session.tokenType == .dpop"),"&&",.__fromSyntaxNode("session.accessToken == first.accessToken")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:20:5-20:84
