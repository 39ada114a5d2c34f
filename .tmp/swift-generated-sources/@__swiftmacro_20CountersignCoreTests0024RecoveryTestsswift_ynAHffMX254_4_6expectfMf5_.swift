Testing.__checkValue(try await byLink.count("devices WHERE revoked_at IS NULL") == 1,expression: .__fromSyntaxNode(#"try await byLink.count("devices WHERE revoked_at IS NULL") == 1"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:255:5-255:77
