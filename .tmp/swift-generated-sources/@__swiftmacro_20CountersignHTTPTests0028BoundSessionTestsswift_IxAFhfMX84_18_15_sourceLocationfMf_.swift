Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:85:19-85:35
