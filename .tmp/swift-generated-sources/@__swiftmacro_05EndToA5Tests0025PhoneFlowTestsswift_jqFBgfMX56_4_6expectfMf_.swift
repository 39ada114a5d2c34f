Testing.__checkBinaryOperation(failed.secondFactorAccount?.failedAttempts,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("failed.secondFactorAccount?.failedAttempts"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:57:5-57:61
