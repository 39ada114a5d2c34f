Testing.__checkBinaryOperation(thumbprint?.text,{ $0 == $1() },"0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I",expression: .__fromBinaryOperation(.__fromSyntaxNode("thumbprint?.text"),"==",.__fromStringLiteral(#""0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I""#, "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:38:5-38:79
