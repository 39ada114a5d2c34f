Testing.__checkValue(try await byLink.count("credentials WHERE revoked_at IS NULL") == 1,expression: .__fromSyntaxNode(#"try await byLink.count("credentials WHERE revoked_at IS NULL") == 1"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:256:5-256:81
