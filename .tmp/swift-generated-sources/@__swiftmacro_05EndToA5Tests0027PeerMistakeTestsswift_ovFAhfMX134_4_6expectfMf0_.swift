Testing.__checkValue(await phone.asked() == ["the BIOMETRICS screen", "the failure screen"],expression: .__fromSyntaxNode(#"await phone.asked() == ["the BIOMETRICS screen", "the failure screen"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:135:5-135:84
