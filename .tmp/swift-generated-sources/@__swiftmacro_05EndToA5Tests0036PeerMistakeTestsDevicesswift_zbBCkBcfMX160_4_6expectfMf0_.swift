Testing.__checkBinaryOperation(outcome.transaction?.document?["payee"],{ $0 == $1() },.payee("Ikeja Books"),expression: .__fromBinaryOperation(.__fromSyntaxNode(#"outcome.transaction?.document?["payee"]"#),"==",.__fromSyntaxNode(#".payee("Ikeja Books")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:161:5-161:78
