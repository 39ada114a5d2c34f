Testing.__checkValue(try await server.code(to: Self.userName, for: purpose),expression: .__fromSyntaxNode("try await server.code(to: Self.userName, for: purpose)"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Trial.swift:109:9-109:73
