Testing.__checkValue(try await second.service.devices.list(owner).devices.count == 1,expression: .__fromSyntaxNode("try await second.service.devices.list(owner).devices.count == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:217:5-217:77
