Testing.__checkFunctionCall(text.self,calling: {
  $0.hasPrefix($1)
},String(decoding: proof.signedBytes, as: UTF8.self) + ".",expression: .__fromFunctionCall(.__fromSyntaxNode("text"),"hasPrefix",(nil,.__fromSyntaxNode(#"String(decoding: proof.signedBytes, as: UTF8.self) + ".""#))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:61:5-61:86
