Testing.__checkBinaryOperation(penalised.secondFactorAccount?.penalisedUntil,{ $0 != $1() },nil,expression: .__fromBinaryOperation(.__fromSyntaxNode("penalised.secondFactorAccount?.penalisedUntil"),"!=",.__fromSyntaxNode("nil")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:90:5-90:66
