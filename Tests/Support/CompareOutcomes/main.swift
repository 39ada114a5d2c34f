import Foundation
import SecretSearch

// `make verify STEPS=compare-outcomes`: compares the outcomes of routes that the run reached with
// the list that is checked in. Arguments: the journal's folder and the folder of the list; with
// `--write` before them the list is written anew.

let arguments = CommandLine.arguments.dropFirst()
let isWriting = arguments.first == "--write"
let folders = arguments.dropFirst(isWriting ? 1 : 0).map { URL(filePath: $0) }
guard folders.count == 2 else {
  print("usage: CompareOutcomes [--write] JOURNAL FOLDER")
  exit(2)
}

let list = folders[1].appending(path: "routes-and-outcomes.txt")
let comparison: OutcomeComparison
do {
  comparison = try OutcomeComparison(
    journal: folders[0], list: list, chance: folders[1].appending(path: "by-chance.txt"))
} catch {
  print("the outcomes of the run cannot be compared: \(error)")
  exit(2)
}
guard comparison.count > 0 else {
  print("the run noted no outcome of a route: nothing was compared")
  exit(2)
}
let findings = comparison.findings
for finding in findings { print(finding) }
let difference = findings.isEmpty ? "no difference" : "\(findings.count) differences"
print("compared \(comparison.count) outcomes of routes with \(list.relativePath): \(difference)")
if isWriting {
  do {
    try Data(comparison.list.utf8).write(to: list)
  } catch {
    print("the list cannot be written: \(error)")
    exit(2)
  }
} else if !findings.isEmpty {
  print(
    """
    hint: an outcome that only some runs reach goes into by-chance.txt, with why; if the change is \
    meant, `make outcomes` writes the list anew from this run
    """)
  exit(1)
}
