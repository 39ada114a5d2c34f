Testing.__checkBinaryOperation(outcome,{ $0 == $1() },expected,expression: .__fromBinaryOperation(.__fromSyntaxNode("outcome"),"==",.__fromSyntaxNode("expected")),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: true,sourceLocation: location).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Trial.swift:118:9-118:73
