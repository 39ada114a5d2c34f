Testing.__checkBinaryOperation(plan.count == 2,{ $0 && $1() },plan[0].contains("topups_by_account (account_id=?"),expression: .__fromBinaryOperation(.__fromSyntaxNode("plan.count == 2"),"&&",.__fromSyntaxNode(#"plan[0].contains("topups_by_account (account_id=?")"#)),comments: ["\(plan)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift:50:5-50:95
