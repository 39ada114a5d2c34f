Testing.__checkValue(NativeOrigin.allowed.first { $0 != origin },expression: .__fromSyntaxNode("NativeOrigin.allowed.first { $0 != origin }"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Challenges.swift:44:21-44:74
