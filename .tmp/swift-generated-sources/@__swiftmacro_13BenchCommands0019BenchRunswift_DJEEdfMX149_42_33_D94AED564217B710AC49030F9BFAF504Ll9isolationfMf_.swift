nil                                                                                                                             

// original-source-range: /work/main/Sources/Tools/BenchCommands/BenchRun.swift:150:43-150:53
