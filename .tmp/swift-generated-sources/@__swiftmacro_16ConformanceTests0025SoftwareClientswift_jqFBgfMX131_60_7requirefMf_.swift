Testing.__checkFunctionCall((),calling: { 
  Origin($1)
},origin,expression: .__fromFunctionCall(nil,"Origin",(nil,.__fromSyntaxNode("origin"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:132:61-132:85
