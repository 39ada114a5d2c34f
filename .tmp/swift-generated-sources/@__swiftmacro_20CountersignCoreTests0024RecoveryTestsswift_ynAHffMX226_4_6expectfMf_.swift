Testing.__checkValue(try await recover(byKey, keyOwner).credentialID.bytes.isEmpty == false,expression: .__fromSyntaxNode("try await recover(byKey, keyOwner).credentialID.bytes.isEmpty == false"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:227:5-227:84
