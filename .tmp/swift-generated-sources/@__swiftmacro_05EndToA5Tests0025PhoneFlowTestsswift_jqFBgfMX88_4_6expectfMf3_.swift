Testing.__checkBinaryOperation(penalised.secondFactorAccount?.penalisedForSeconds,{ $0 == $1() },5,expression: .__fromBinaryOperation(.__fromSyntaxNode("penalised.secondFactorAccount?.penalisedForSeconds"),"==",.__fromSyntaxNode("5")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:89:5-89:69
