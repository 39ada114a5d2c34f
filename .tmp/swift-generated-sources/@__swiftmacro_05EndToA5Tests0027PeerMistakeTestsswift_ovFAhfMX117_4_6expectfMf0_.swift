Testing.__checkValue(await phone.asked() == ["the BIOMETRICS screen", "the BIOMETRICS screen"],expression: .__fromSyntaxNode(#"await phone.asked() == ["the BIOMETRICS screen", "the BIOMETRICS screen"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:118:5-118:87
