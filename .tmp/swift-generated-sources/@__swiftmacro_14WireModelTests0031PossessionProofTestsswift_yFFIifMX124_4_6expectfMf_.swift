Testing.__checkBinaryOperation(KeyThumbprint(text)?.text,{ $0 == $1() },text,expression: .__fromBinaryOperation(.__fromSyntaxNode("KeyThumbprint(text)?.text"),"==",.__fromSyntaxNode("text")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:125:5-125:47
