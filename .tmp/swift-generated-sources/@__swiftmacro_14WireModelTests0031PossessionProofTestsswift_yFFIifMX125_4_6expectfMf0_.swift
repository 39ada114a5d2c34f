Testing.__checkBinaryOperation(KeyThumbprint(text + "=") == nil,{ $0 && $1() },KeyThumbprint(String(text.dropLast())) == nil,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"KeyThumbprint(text + "=") == nil"#),"&&",.__fromSyntaxNode("KeyThumbprint(String(text.dropLast())) == nil")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:126:5-126:95
