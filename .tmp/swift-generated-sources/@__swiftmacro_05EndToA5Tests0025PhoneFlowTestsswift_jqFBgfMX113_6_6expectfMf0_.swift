Testing.__checkBinaryOperation(flows.last?.session?.announceInfo?.entries.first?.key,{ $0 == $1() },"from",expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.session?.announceInfo?.entries.first?.key"),"==",.__fromStringLiteral(#""from""#, "from")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:114:7-114:79
