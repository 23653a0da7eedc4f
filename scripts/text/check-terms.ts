import { findTerms } from "./find-terms"
import { readTexts } from "./read-texts"
import { TERM_RULES } from "./term-rules"

/** `npm run check:terms` lists words that texts do not use (term-rules.ts), and ends with 1 if there are any. */
const texts = readTexts()
const problems = findTerms(texts, TERM_RULES)
process.stdout.write(
  problems.length === 0
    ? `${TERM_RULES.length} rules hold for ${texts.length} texts.\n`
    : `${problems.join("\n")}\n${problems.length} words to replace; scripts/text/term-rules.ts has the rules.\n`
)
process.exitCode = problems.length === 0 ? 0 : 1
