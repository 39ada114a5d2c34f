Testing.__checkBinaryOperation(again.last?.secondFactorAccount?.failedAttempts,{ $0 == $1() },5,expression: .__fromBinaryOperation(.__fromSyntaxNode("again.last?.secondFactorAccount?.failedAttempts"),"==",.__fromSyntaxNode("5")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:100:5-100:66
