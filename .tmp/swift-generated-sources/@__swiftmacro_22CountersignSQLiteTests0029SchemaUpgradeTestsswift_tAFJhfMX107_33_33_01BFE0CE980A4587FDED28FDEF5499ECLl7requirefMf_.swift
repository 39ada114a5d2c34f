Testing.__checkPropertyAccess(waiting.self,getting: { $0.first },expression: .__fromPropertyAccess(.__fromSyntaxNode("waiting"),.__fromSyntaxNode("first")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:108:34-108:57
