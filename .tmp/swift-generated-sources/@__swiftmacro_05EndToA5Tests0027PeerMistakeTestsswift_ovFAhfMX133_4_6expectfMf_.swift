Testing.__checkValue(await phone.navigator.closed.map(\.content.name) == ["the BIOMETRICS screen"],expression: .__fromSyntaxNode(#"await phone.navigator.closed.map(\.content.name) == ["the BIOMETRICS screen"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:134:5-134:91
