Testing.__checkValue(try Self.occurrences(of: paths, startingAPath: true) == [],expression: .__fromSyntaxNode("try Self.occurrences(of: paths, startingAPath: true) == []"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/BannedWordTests.swift:81:5-81:72
