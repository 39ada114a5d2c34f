Testing.__checkBinaryOperation(client.kind.claim(on: .sign),{ $0 != $1() },.holds,expression: .__fromBinaryOperation(.__fromSyntaxNode("client.kind.claim(on: .sign)"),"!=",.__fromSyntaxNode(".holds")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Purchase.swift:24:7-24:54
