Testing.__checkBinaryOperation(audit.count == 1,{ $0 && $1() },audit[0].contains("(lane=? AND sequence>? AND sequence<?)"),expression: .__fromBinaryOperation(.__fromSyntaxNode("audit.count == 1"),"&&",.__fromSyntaxNode(#"audit[0].contains("(lane=? AND sequence>? AND sequence<?)")"#)),comments: ["\(audit)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:185:7-187:20
