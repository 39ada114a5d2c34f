Testing.__checkValue(await !again.asked().contains("the soft prompt"),expression: .__fromSyntaxNode(#"await !again.asked().contains("the soft prompt")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:106:5-106:62
