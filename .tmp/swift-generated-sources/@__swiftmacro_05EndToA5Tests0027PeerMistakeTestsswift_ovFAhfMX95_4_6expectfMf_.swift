Testing.__checkValue(await first.asked().contains("the soft prompt"),expression: .__fromSyntaxNode(#"await first.asked().contains("the soft prompt")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:96:5-96:61
