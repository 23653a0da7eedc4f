import { commandProblems } from "./docs-code/commands.mjs"
import { nameProblems } from "./docs-code/names.mjs"
import { otherProblems } from "./docs-code/other-blocks.mjs"
import { BLOCKS, commands, PAGES } from "./docs-code/pages.mjs"
import { typeProblems } from "./docs-code/typed-blocks.mjs"

/**
 * `npm run check:docs`: type-checks the programs that stand in the README, below docs/ and in the packages' pages, reads the
 * data there, and sees that each command, option and variable is one that there is and that something runs each command.
 */
const problems = [...commandProblems(), ...nameProblems(), ...otherProblems(), ...typeProblems()]
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`)
  process.exit(1)
}
process.stdout.write(`${BLOCKS.length} blocks of code and ${commands().size} commands in ${PAGES.length} pages\n`)
