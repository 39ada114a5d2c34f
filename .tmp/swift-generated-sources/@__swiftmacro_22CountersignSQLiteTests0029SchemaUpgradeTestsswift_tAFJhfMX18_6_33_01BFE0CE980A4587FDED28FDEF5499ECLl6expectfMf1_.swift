Testing.__checkValue(try await stored(in: store) == before,expression: .__fromSyntaxNode("try await stored(in: store) == before"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:19:7-19:53
