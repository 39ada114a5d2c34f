Testing.__checkBinaryOperation(prompt,{ $0 == $1() },"Buy airtime: 1\u{202f}500.00\u{a0}NGN, MTN airtime",expression: .__fromBinaryOperation(.__fromSyntaxNode("prompt"),"==",.__fromStringLiteral(#""Buy airtime: 1\u{202f}500.00\u{a0}NGN, MTN airtime""#, "Buy airtime: 1 500.00 NGN, MTN airtime")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Purchase.swift:27:5-27:76
