Testing.__checkBinaryOperation(found.balance,{ $0 == $1() },before.balance - Self.payload.amount,expression: .__fromBinaryOperation(.__fromSyntaxNode("found.balance"),"==",.__fromSyntaxNode("before.balance - Self.payload.amount")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Repetition.swift:51:5-51:67
