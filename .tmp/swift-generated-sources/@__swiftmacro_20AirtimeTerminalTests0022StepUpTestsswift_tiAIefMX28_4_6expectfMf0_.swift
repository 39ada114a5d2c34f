Testing.__checkBinaryOperation(statements.count,{ $0 >= $1() },20,expression: .__fromBinaryOperation(.__fromSyntaxNode("statements.count"),">=",.__fromSyntaxNode("20")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:29:5-29:36
