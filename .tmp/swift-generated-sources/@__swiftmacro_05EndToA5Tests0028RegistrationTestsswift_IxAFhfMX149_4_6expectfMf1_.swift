Testing.__checkBinaryOperation(login.last?.error?.reason?.code,{ $0 == $1() },Reason.deviceUnknown.code,expression: .__fromBinaryOperation(.__fromSyntaxNode("login.last?.error?.reason?.code"),"==",.__fromSyntaxNode("Reason.deviceUnknown.code")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:150:5-150:74
