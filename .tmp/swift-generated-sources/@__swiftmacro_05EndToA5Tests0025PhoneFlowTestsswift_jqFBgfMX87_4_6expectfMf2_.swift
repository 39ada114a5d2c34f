Testing.__checkBinaryOperation(penalised.secondFactorAccount?.failedAttempts,{ $0 == $1() },2,expression: .__fromBinaryOperation(.__fromSyntaxNode("penalised.secondFactorAccount?.failedAttempts"),"==",.__fromSyntaxNode("2")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:88:5-88:64
