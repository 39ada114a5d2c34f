Testing.__checkBinaryOperation(asked[registration + 1],{ $0 == $1() },"the BIOMETRICS screen",expression: .__fromBinaryOperation(.__fromSyntaxNode("asked[registration + 1]"),"==",.__fromStringLiteral(#""the BIOMETRICS screen""#, "the BIOMETRICS screen")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:70:5-70:64
