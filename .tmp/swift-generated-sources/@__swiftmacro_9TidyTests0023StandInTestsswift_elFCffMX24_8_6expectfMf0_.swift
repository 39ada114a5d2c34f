Testing.__checkValue(isBuilt,expression: .__fromSyntaxNode("isBuilt"),comments: ["nothing builds \(adapter)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:25:9-25:54
