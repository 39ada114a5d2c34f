Testing.__checkValue(await second.asked() == ["the BIOMETRICS screen", "the success screen"],expression: .__fromSyntaxNode(#"await second.asked() == ["the BIOMETRICS screen", "the success screen"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:163:5-163:85
