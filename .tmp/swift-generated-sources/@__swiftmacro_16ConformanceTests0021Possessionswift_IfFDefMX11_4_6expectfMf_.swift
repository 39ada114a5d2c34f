Testing.__checkBinaryOperation(keys.count == 1,{ $0 && $1() },keys.allSatisfy { ($0 != nil) == isBound },expression: .__fromBinaryOperation(.__fromSyntaxNode("keys.count == 1"),"&&",.__fromSyntaxNode("keys.allSatisfy { ($0 != nil) == isBound }")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Possession.swift:12:5-12:75
