Testing.__checkFunctionCall(said.self,calling: {
  $0.hasSuffix($1)
}," passed, 0 failed",expression: .__fromFunctionCall(.__fromSyntaxNode("said"),"hasSuffix",(nil,.__fromStringLiteral(#"" passed, 0 failed""#, " passed, 0 failed"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:26:5-26:49
