Testing.__checkValue(isEvident,expression: .__fromSyntaxNode("isEvident"),comments: ["\(refusals)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Trial.swift:129:5-129:38
