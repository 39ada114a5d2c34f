Testing.__checkValue(try await harness.service.credentials.list(session).credentials.map(\.id)
        == [key.credentialID.base64URL],expression: .__fromSyntaxNode(#"try await harness.service.credentials.list(session).credentials.map(\.id)\#n        == [key.credentialID.base64URL]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:33:5-35:41
