Testing.__checkValue(bought,expression: .__fromSyntaxNode("bought"),comments: ["\(outcome)"],isRequired: true,sourceLocation: location).__required()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Trial.swift:104:16-104:72
