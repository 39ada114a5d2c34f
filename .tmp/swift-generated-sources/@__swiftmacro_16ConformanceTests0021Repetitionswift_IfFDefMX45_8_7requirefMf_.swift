Testing.__checkValue(try await client.wasDisturbed(),expression: .__fromSyntaxNode("try await client.wasDisturbed()"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Repetition.swift:46:9-46:50
