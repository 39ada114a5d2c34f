Testing.__checkValue(options,expression: .__fromSyntaxNode("options"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Clients/SoftwareClient.swift:91:40-91:57
