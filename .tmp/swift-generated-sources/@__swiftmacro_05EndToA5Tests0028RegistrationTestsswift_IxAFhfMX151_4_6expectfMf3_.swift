Testing.__checkValue(try await other.manager.installation.accounts().isEmpty,expression: .__fromSyntaxNode("try await other.manager.installation.accounts().isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:152:5-152:69
