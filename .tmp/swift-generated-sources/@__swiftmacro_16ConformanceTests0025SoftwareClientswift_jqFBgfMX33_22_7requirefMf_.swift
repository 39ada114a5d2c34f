Testing.__checkFunctionCall((),calling: { 
  ServerAddress($1)
},server.address,expression: .__fromFunctionCall(nil,"ServerAddress",(nil,.__fromSyntaxNode("server.address"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:34:23-34:62
