Testing.__checkBinaryOperation(flows.last?.transaction?.document?["amount"],{ $0 == $1() },.money(DeceivingTransport.amount),expression: .__fromBinaryOperation(.__fromSyntaxNode(#"flows.last?.transaction?.document?["amount"]"#),"==",.__fromSyntaxNode(".money(DeceivingTransport.amount)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:43:5-43:95
