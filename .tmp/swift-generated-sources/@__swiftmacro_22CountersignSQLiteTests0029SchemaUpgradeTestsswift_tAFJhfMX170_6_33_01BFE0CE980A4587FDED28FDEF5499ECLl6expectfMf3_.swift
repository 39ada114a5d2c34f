Testing.__checkBinaryOperation(job.last?.contains("outbox_by_line (line=?)"),{ $0 == $1() },true,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"job.last?.contains("outbox_by_line (line=?)")"#),"==",.__fromSyntaxNode("true")),comments: ["\(job)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:171:7-171:79
