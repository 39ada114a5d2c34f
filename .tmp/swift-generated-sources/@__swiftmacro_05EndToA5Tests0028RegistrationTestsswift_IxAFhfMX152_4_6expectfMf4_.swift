Testing.__checkValue(try await other.vault.names(account: session.accountID).isEmpty,expression: .__fromSyntaxNode("try await other.vault.names(account: session.accountID).isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:153:5-153:77
