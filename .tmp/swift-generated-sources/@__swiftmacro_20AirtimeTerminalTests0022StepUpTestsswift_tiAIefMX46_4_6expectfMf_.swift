Testing.__checkBinaryOperation(AirtimeProgram.benchmarks.map(\.name),{ $0 == $1() },["step-up"],expression: .__fromBinaryOperation(.__fromSyntaxNode(#"AirtimeProgram.benchmarks.map(\.name)"#),"==",.__fromSyntaxNode(#"["step-up"]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:47:5-47:66
