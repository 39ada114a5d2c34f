Testing.__checkFunctionCall(key.self,calling: {
  $0.isValidSignature($1,for: $2)
},signature,proof.signedBytes,expression: .__fromFunctionCall(.__fromSyntaxNode("key"),"isValidSignature",(nil,.__fromSyntaxNode("signature")),("for",.__fromSyntaxNode("proof.signedBytes"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:34:5-34:69
