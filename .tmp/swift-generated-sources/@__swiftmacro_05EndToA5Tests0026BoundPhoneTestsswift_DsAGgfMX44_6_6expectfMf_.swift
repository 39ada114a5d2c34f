Testing.__checkBinaryOperation((session == nil),{ $0 == $1() },(binding == nil),expression: .__fromBinaryOperation(.__fromSyntaxNode("(session == nil)"),"==",.__fromSyntaxNode("(binding == nil)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:45:7-45:52
