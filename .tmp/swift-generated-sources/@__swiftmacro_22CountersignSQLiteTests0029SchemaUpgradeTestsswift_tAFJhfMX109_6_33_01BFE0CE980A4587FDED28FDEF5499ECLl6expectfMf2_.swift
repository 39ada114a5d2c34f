Testing.__checkValue(try MessageEntry(job).recipient == .address(.phone(PhoneNumber("+2348012345678")), of: nil),expression: .__fromSyntaxNode(#"try MessageEntry(job).recipient == .address(.phone(PhoneNumber("+2348012345678")), of: nil)"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:110:7-111:101
