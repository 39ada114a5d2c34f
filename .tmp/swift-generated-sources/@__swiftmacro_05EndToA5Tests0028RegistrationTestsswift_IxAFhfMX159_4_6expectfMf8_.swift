Testing.__checkBinaryOperation(proved.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("proved.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: proved.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:160:5-160:86
