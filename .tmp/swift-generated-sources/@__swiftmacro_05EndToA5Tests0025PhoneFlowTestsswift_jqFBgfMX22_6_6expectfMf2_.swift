Testing.__checkBinaryOperation(next.accountID,{ $0 == $1() },session.accountID,expression: .__fromBinaryOperation(.__fromSyntaxNode("next.accountID"),"==",.__fromSyntaxNode("session.accountID")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:23:7-23:51
