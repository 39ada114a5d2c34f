Testing.__checkBinaryOperation(balance,{ $0 == $1() },before.balance - Self.payload.amount,expression: .__fromBinaryOperation(.__fromSyntaxNode("balance"),"==",.__fromSyntaxNode("before.balance - Self.payload.amount")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Linking.swift:86:5-86:61
