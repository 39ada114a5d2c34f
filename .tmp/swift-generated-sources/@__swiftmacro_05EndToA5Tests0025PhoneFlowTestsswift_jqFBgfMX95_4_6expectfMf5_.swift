Testing.__checkBinaryOperation(blocked.last?.error,{ $0 == $1() },.secondFactorBlocked,expression: .__fromBinaryOperation(.__fromSyntaxNode("blocked.last?.error"),"==",.__fromSyntaxNode(".secondFactorBlocked")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:96:5-96:57
