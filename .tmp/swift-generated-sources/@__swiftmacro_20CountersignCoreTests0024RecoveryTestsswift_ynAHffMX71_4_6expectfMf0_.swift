Testing.__checkValue(harness.messenger.messages.contains { $0.channel == .sms },expression: .__fromNegation(.__fromSyntaxNode("harness.messenger.messages.contains { $0.channel == .sms }"), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:72:5-72:73
