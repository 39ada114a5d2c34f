Testing.__checkValue(await app.asked().contains("the soft prompt") == isAsked,expression: .__fromSyntaxNode(#"await app.asked().contains("the soft prompt") == isAsked"#),comments: ["\(name)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:178:7-178:83
