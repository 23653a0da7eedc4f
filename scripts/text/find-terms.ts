import type { FileText } from "./read-texts"
import type { TermRule } from "./term-rules"

/** A term that is not used, with its place: `docs/a.md:3: "till": use register (…)`. */
export type TermProblem = string

/** Neither part of a path or a name with hyphens, nor the name of a property. */
const toPattern = (term: string) => new RegExp(`(?<![\\w/.\\-@#])(?:${term})(?![\\w/\\-(]|\\.\\w)`, "giu")

/** Finds the terms of the rules in texts, and exceptions that no text needs. */
export function findTerms(texts: readonly FileText[], rules: readonly TermRule[]): TermProblem[] {
  return rules.flatMap((rule) => findTerm(texts, rule))
}

function findTerm(texts: readonly FileText[], rule: TermRule): TermProblem[] {
  const pattern = toPattern(rule.term)
  const unused = new Set(rule.exceptions)
  const problems = texts
    .filter((text) => rule.appliesTo?.(text) ?? true)
    .flatMap(({ file, line: first, text }) =>
      text.split("\n").flatMap((line, index) => {
        const terms = line.match(pattern) ?? []
        const exception = rule.exceptions?.find((candidate) => candidate.line.test(line))
        if (terms.length > 0 && exception) {
          unused.delete(exception)
          return []
        }
        return terms.map(
          (term) => `${file}:${first + index}: "${term}": use ${rule.use} (${line.trim().slice(0, 120)})`
        )
      })
    )
  return [...problems, ...[...unused].map(({ line }) => `Remove the exception ${line}: no text needs it.`)]
}
