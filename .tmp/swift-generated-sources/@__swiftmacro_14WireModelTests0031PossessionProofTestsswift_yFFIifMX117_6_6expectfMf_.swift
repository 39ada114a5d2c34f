Testing.__checkClosureCall(throws: PossessionProofError.self,performing: { try PossessionProof(parsing: text) },expression: .__fromSyntaxNode("try PossessionProof(parsing: text)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:118:7-118:88
