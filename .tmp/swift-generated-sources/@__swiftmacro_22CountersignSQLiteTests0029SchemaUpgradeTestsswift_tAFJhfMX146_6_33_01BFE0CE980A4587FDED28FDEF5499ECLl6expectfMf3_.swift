Testing.__checkValue(try await later.rows("SELECT pieces FROM stock", []).count == 1,expression: .__fromSyntaxNode(#"try await later.rows("SELECT pieces FROM stock", []).count == 1"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:147:7-147:79
