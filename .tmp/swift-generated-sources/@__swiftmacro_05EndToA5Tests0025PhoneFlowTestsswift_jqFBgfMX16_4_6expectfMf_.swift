Testing.__checkBinaryOperation(factors.hasPIN,{ $0 && $1() },factors.hasBiometrics,expression: .__fromBinaryOperation(.__fromSyntaxNode("factors.hasPIN"),"&&",.__fromSyntaxNode("factors.hasBiometrics")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:17:5-17:53
