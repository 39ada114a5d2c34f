Testing.__checkValue(document,expression: .__fromSyntaxNode("document"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:91:73-91:91
