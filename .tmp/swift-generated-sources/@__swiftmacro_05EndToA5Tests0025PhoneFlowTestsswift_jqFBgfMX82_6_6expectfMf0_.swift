Testing.__checkBinaryOperation(failed.first?.secondFactorAccount?.maxAttempts,{ $0 == $1() },5,expression: .__fromBinaryOperation(.__fromSyntaxNode("failed.first?.secondFactorAccount?.maxAttempts"),"==",.__fromSyntaxNode("5")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:83:7-83:67
