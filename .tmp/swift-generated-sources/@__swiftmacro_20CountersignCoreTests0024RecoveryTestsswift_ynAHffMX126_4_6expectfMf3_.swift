Testing.__checkBinaryOperation(harness.messenger.notices(to: "ada@example.com").count { $0 == .recoveryCancelled },{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"harness.messenger.notices(to: "ada@example.com").count { $0 == .recoveryCancelled }"#),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:127:5-128:96
