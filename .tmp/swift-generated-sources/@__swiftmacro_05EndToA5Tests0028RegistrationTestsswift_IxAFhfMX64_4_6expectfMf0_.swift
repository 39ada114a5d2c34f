Testing.__checkValue(await other.asked() == ["the VALIDATE_CODE screen", "the OTP screen", "the success screen"],expression: .__fromSyntaxNode(#"await other.asked() == ["the VALIDATE_CODE screen", "the OTP screen", "the success screen"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:65:5-66:99
