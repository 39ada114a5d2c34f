Testing.__checkBinaryOperation(state.deviceID != nil,{ $0 && $1() },state.unconfirmedIDs.isEmpty,expression: .__fromBinaryOperation(.__fromSyntaxNode("state.deviceID != nil"),"&&",.__fromSyntaxNode("state.unconfirmedIDs.isEmpty")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:73:5-73:67
