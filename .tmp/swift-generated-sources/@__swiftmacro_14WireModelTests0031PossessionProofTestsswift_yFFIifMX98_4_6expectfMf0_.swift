Testing.__checkClosureCall(throws: PossessionProofError.self,performing: {
      try PossessionProof(parsing: text(header, claims))
    },expression: .__fromSyntaxNode("try PossessionProof(parsing: text(header, claims))"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:99:5-101:6
