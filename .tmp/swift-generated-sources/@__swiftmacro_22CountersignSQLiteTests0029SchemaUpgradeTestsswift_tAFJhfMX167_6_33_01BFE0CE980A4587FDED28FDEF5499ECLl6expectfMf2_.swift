Testing.__checkBinaryOperation(job.count == 3,{ $0 && $1() },job[0].contains("outbox_by_target (kind=? AND target=? AND due_at<?)"),expression: .__fromBinaryOperation(.__fromSyntaxNode("job.count == 3"),"&&",.__fromSyntaxNode(#"job[0].contains("outbox_by_target (kind=? AND target=? AND due_at<?)")"#)),comments: ["\(job)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:168:7-170:18
