Testing.__checkBinaryOperation(failed.first?.secondFactorAccount?.failedAttempts,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("failed.first?.secondFactorAccount?.failedAttempts"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:82:7-82:70
