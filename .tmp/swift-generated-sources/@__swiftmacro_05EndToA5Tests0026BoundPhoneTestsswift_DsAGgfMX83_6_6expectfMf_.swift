Testing.__checkBinaryOperation(login.last?.error?.kind == "notAllowed",{ $0 || $1() },login.last?.phase == .error,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"login.last?.error?.kind == "notAllowed""#),"||",.__fromSyntaxNode("login.last?.phase == .error")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:84:7-84:86
