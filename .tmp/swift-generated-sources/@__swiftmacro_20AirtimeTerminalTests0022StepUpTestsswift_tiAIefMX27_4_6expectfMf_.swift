Testing.__checkBinaryOperation(statements,{ $0 == $1() },StepUp().rows.approval.compactMap(BenchmarkRows.target),expression: .__fromBinaryOperation(.__fromSyntaxNode("statements"),"==",.__fromSyntaxNode("StepUp().rows.approval.compactMap(BenchmarkRows.target)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:28:5-28:83
