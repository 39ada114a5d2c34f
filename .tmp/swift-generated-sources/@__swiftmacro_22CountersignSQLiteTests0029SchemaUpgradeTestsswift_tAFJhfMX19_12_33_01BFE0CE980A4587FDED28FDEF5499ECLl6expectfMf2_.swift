Testing.__checkClosureCall(throws: StoreError.self,performing: {
        try await insert(Row(id: "again", account: "a", key: "first"), into: store)
      },expression: .__fromSyntaxNode(#"{\#n        try await insert(Row(id: "again", account: "a", key: "first"), into: store)\#n      }"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:20:13-22:8
