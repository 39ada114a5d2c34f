Testing.__checkBinaryOperation(next.accessToken,{ $0 != $1() },session.accessToken,expression: .__fromBinaryOperation(.__fromSyntaxNode("next.accessToken"),"!=",.__fromSyntaxNode("session.accessToken")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:24:7-24:55
