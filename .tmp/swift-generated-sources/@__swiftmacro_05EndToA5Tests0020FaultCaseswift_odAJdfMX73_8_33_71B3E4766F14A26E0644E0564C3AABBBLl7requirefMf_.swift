Testing.__checkBinaryOperation(flows.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Support/FaultCase.swift:74:9-74:45
