nil                                                                                                                             

// original-source-range: /work/main/Sources/Tools/BenchCommands/BenchRun.swift:169:43-169:53
