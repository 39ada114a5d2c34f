Testing.__checkValue(try await other.service.recoveries.begin(otherPurpose, session: owner).refusal
        == .verificationFailed,expression: .__fromSyntaxNode("try await other.service.recoveries.begin(otherPurpose, session: owner).refusal\n        == .verificationFailed"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:185:5-187:32
