Testing.__checkValue(await again.asked().first == "the VALIDATE_CODE screen",expression: .__fromSyntaxNode(#"await again.asked().first == "the VALIDATE_CODE screen""#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:105:5-105:69
