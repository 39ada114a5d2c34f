Testing.__checkValue(try await store.rows("SELECT pieces FROM stock", []).count == 1,expression: .__fromSyntaxNode(#"try await store.rows("SELECT pieces FROM stock", []).count == 1"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:142:7-142:79
