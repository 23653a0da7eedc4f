import { findNames } from "./find-names"
import { findTerms } from "./find-terms"
import { OLD_NAMES } from "./name-rules"
import { readSources, readTexts } from "./read-texts"
import { TERM_RULES } from "./term-rules"

/**
 * `npm run check:terms` lists words that texts do not use (term-rules.ts) and old names of parts in the sources
 * (name-rules.ts), and ends with 1 if there are any.
 */
const texts = readTexts()
const sources = readSources()
const problems = [...findTerms(texts, TERM_RULES), ...findNames(sources, OLD_NAMES)]
process.stdout.write(
  problems.length === 0
    ? `${TERM_RULES.length} rules hold for ${texts.length} texts, ${OLD_NAMES.length} for ${sources.length} sources.\n`
    : `${problems.join("\n")}\n${problems.length} words to replace; scripts/text/term-rules.ts and name-rules.ts have the rules.\n`
)
process.exitCode = problems.length === 0 ? 0 : 1
