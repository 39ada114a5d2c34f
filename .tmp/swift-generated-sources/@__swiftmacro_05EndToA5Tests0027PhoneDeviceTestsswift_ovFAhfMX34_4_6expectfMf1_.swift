Testing.__checkBinaryOperation(late?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("late?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: late?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:35:5-35:72
