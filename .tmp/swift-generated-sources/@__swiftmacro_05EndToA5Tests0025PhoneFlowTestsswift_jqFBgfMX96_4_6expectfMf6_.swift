Testing.__checkBinaryOperation(blocked.last?.secondFactorAccount?.isBlocked,{ $0 == $1() },true,expression: .__fromBinaryOperation(.__fromSyntaxNode("blocked.last?.secondFactorAccount?.isBlocked"),"==",.__fromSyntaxNode("true")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:97:5-97:66
