Testing.__checkValue(session,expression: .__fromSyntaxNode("session"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:142:56-142:73
