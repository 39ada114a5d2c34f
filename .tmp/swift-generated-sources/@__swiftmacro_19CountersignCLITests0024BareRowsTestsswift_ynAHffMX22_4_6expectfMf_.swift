Testing.__checkBinaryOperation(statements,{ $0 == $1() },DeclaredApproval().rows.approval.compactMap(BenchmarkRows.target),expression: .__fromBinaryOperation(.__fromSyntaxNode("statements"),"==",.__fromSyntaxNode("DeclaredApproval().rows.approval.compactMap(BenchmarkRows.target)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Bench/BareRowsTests.swift:23:5-23:93
