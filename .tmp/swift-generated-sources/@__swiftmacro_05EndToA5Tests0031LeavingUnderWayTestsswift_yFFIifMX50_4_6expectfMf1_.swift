Testing.__checkValue(await app.navigator.screens.map(\.content.name) == [
        "the changed transaction", "the BIOMETRICS screen", "the question whether to leave",
        "the success screen",
      ],expression: .__fromSyntaxNode(#"await app.navigator.screens.map(\.content.name) == [\#n        "the changed transaction", "the BIOMETRICS screen", "the question whether to leave",\#n        "the success screen",\#n      ]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift:51:5-55:9
