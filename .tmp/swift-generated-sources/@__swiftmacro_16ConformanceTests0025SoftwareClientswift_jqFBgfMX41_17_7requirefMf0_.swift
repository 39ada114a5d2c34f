Testing.__checkFunctionCall((),calling: { 
  Origin($1)
},NativeOrigin.apple,expression: .__fromFunctionCall(nil,"Origin",(nil,.__fromSyntaxNode("NativeOrigin.apple"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:42:18-42:54
