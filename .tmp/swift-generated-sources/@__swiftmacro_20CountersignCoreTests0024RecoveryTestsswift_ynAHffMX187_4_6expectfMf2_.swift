Testing.__checkValue(try await other.service.recoveries.show(owner).status == .none,expression: .__fromSyntaxNode("try await other.service.recoveries.show(owner).status == .none"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:188:5-188:76
