Testing.__checkValue(names.contains { $0.hasPrefix("enrolment-link/") },expression: .__fromNegation(.__fromSyntaxNode(#"names.contains { $0.hasPrefix("enrolment-link/") }"#), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:86:5-86:65
