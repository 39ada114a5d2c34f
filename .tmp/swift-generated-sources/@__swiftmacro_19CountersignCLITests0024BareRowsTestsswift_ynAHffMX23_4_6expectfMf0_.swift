Testing.__checkBinaryOperation(statements.count,{ $0 >= $1() },4,expression: .__fromBinaryOperation(.__fromSyntaxNode("statements.count"),">=",.__fromSyntaxNode("4")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Bench/BareRowsTests.swift:24:5-24:35
