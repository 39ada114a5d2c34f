Testing.__checkValue(assertion,expression: .__fromSyntaxNode("assertion"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:98:45-98:64
