Testing.__checkBinaryOperation(proof.claims == claims,{ $0 && $1() },proof.key == key,expression: .__fromBinaryOperation(.__fromSyntaxNode("proof.claims == claims"),"&&",.__fromSyntaxNode("proof.key == key")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:60:5-60:56
