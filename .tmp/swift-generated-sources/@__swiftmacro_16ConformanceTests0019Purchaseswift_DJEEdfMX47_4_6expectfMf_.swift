Testing.__checkBinaryOperation(first.balance,{ $0 == $1() },before.balance - Self.payload.amount,expression: .__fromBinaryOperation(.__fromSyntaxNode("first.balance"),"==",.__fromSyntaxNode("before.balance - Self.payload.amount")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Purchase.swift:48:5-48:67
