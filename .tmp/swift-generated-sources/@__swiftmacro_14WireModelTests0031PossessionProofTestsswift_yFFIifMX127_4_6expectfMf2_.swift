Testing.__checkBinaryOperation(KeyThumbprint(sha256: [1]),{ $0 == $1() },nil,expression: .__fromBinaryOperation(.__fromSyntaxNode("KeyThumbprint(sha256: [1])"),"==",.__fromSyntaxNode("nil")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:128:5-128:47
