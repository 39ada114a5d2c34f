Testing.__checkBinaryOperation(bought.errors.contains("MTN"),{ $0 && $1() },bought.errors.contains("08012345678"),expression: .__fromBinaryOperation(.__fromSyntaxNode(#"bought.errors.contains("MTN")"#),"&&",.__fromSyntaxNode(#"bought.errors.contains("08012345678")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:22:7-22:86
