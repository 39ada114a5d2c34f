Testing.__checkValue(try await second.service.credentials.list(owner).credentials.isEmpty,expression: .__fromSyntaxNode("try await second.service.credentials.list(owner).credentials.isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:218:5-218:82
