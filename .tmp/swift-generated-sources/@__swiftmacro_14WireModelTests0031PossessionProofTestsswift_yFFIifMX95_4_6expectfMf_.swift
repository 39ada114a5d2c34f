Testing.__checkClosureCall(throws: Never.self,performing: {
      try PossessionProof(parsing: text(Self.header("KEY"), Self.claimsText))
    },expression: .__fromSyntaxNode(#"try PossessionProof(parsing: text(Self.header("KEY"), Self.claimsText))"#),comments: [.__line("// The same without the fault is read.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:96:5-98:6
