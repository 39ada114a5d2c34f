Testing.__checkBinaryOperation(flows.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: flows.last?.error))"],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Support/InstalledPhone.swift:151:9-151:89
