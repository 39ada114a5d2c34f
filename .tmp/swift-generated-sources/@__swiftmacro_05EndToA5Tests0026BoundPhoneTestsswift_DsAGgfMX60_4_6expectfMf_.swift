Testing.__checkBinaryOperation(stored.accountID,{ $0 == $1() },session.accountID,expression: .__fromBinaryOperation(.__fromSyntaxNode("stored.accountID"),"==",.__fromSyntaxNode("session.accountID")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:61:5-61:51
