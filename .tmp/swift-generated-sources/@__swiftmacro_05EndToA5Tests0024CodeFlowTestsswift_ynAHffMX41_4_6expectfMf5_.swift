Testing.__checkBinaryOperation(document.scenario,{ $0 == $1() },.testBiometrics,expression: .__fromBinaryOperation(.__fromSyntaxNode("document.scenario"),"==",.__fromSyntaxNode(".testBiometrics")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:42:5-42:50
