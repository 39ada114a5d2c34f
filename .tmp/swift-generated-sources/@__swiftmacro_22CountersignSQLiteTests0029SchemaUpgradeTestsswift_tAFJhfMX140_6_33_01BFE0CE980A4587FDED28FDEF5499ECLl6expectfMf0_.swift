Testing.__checkValue(try await stored(in: store).count == 1,expression: .__fromSyntaxNode("try await stored(in: store).count == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:141:7-141:54
