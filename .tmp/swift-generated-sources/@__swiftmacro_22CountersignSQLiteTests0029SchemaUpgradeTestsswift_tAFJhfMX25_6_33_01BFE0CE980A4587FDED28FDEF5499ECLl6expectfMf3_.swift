Testing.__checkValue(try await stored(in: store).count == before.count + 3,expression: .__fromSyntaxNode("try await stored(in: store).count == before.count + 3"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:26:7-26:69
