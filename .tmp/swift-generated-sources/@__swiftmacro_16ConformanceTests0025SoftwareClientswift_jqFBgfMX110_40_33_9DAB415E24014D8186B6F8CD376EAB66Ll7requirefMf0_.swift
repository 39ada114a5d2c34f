Testing.__checkValue(assertion,expression: .__fromSyntaxNode("assertion"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:111:41-111:60
