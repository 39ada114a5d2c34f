Testing.__checkFunctionCall((),calling: { 
  PossessionKey(x: $1,y: $2)
},[UInt8](repeating: 1, count: 32),[UInt8](repeating: 2, count: 32),expression: .__fromFunctionCall(nil,"PossessionKey",("x",.__fromSyntaxNode("[UInt8](repeating: 1, count: 32)")),("y",.__fromSyntaxNode("[UInt8](repeating: 2, count: 32)"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:146:9-147:95
