nil                                                                                                                             

// original-source-range: /work/main/Sources/Tools/BenchCommands/BenchRun.swift:154:59-154:69
