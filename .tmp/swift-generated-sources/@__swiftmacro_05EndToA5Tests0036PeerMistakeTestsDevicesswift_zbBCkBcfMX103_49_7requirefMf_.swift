Testing.__checkValue(held.first,expression: .__fromSyntaxNode("held.first"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:104:50-104:70
