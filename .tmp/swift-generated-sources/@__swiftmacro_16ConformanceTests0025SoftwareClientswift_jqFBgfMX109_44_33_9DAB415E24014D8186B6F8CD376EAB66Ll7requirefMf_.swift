Testing.__checkValue(token,expression: .__fromSyntaxNode("token"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:110:45-110:60
