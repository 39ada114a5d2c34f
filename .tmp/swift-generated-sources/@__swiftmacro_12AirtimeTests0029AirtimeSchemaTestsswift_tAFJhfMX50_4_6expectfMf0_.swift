Testing.__checkValue(plan.allSatisfy { $0.hasPrefix("SEARCH") },expression: .__fromSyntaxNode(#"plan.allSatisfy { $0.hasPrefix("SEARCH") }"#),comments: ["\(plan)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift:51:5-51:67
