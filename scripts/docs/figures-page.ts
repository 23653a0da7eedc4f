import { getKeys } from "../../src/contract/keys"
import { type Figure, figureLines, shownFigure } from "../../test-support/figures/figure-row"
import { currentSrc, type KeptRun, keptRuns } from "../../test-support/figures/kept-runs"
import { type Benchmark, FIGURE_ROWS } from "../../test-support/figures/rows"
import { readFlowCosts } from "../../test-support/flow-cost"
import { table } from "./table"

/** A page names a figure that no benchmark has. */
class UnknownFigureError extends Error {
  constructor(name: string) {
    super(`There is no figure ${name}; test-support/figures/rows and benchmarks/figures have those that there are`)
    this.name = "UnknownFigureError"
  }
}

/**
 * The sections of docs/reference/benchmarks.md: each benchmark's kept figures, and when and where they were measured. Those of another
 * `src` than the current one are marked.
 */
export function figureSections(): Map<string, string> {
  const current = currentSrc()
  return new Map(
    getKeys(FIGURE_ROWS).map((name) => {
      const runs = keptRuns(name)
      const rows = FIGURE_ROWS[name].flatMap((row) => {
        const run = runs.find(({ figures }) => row.figure in figures)
        return figureLines([row], run?.figures ?? {}).map((line) => [...line, run ? measuredOn(run, current) : ""])
      })
      const shown = rows.filter(([, measured]) => measured !== "–")
      const places = runs.map((run) => `- ${placeOf(run)}`).join("\n")
      const text = shown.length > 0 ? `${table(["figure", "measured", "aim", "on"], shown)}\n\n${places}` : NOT_YET
      return [`${name}-figures`, text]
    })
  )
}

/** The section of docs/reference/benchmarks.md with what flows cost, as `npm test` compares it. */
export function flowCostSection(): Map<string, string> {
  const rows = Object.values(readFlowCosts()).map(({ flow, statements, requests }) => [
    flow,
    String(statements),
    String(requests),
  ])
  return new Map([["flow-costs", table(["flow", "statements to PostgreSQL", "requests to the POS API"], rows)]])
}

/** A page whose `<!--name.figure-->…<!--/-->` say what the kept figure is; `:whole` rounds it. */
export function writeFigures(page: string): string {
  return page.replace(
    new RegExp(FIGURE_MARK, "g"),
    (_all, name: string, figure: string, whole: string = "") =>
      `<!--${name}.${figure}${whole}-->${inWords(name, figure, whole !== "")}<!--/-->`
  )
}

/** Without spaces, so that it is not a word of its own. */
export const FIGURE_MARK = /<!--(\w+)\.(\w+)(:whole)?-->[^<]*<!--\/-->/

const NOT_YET = "No run was kept yet."

const isBenchmark = (name: string): name is Benchmark => name in FIGURE_ROWS

function inWords(name: string, figure: string, isWhole: boolean): string {
  const value = isBenchmark(name) ? valueOf(name, figure) : undefined
  if (!isBenchmark(name) || (typeof value !== "number" && !Array.isArray(value))) {
    throw new UnknownFigureError(`${name}.${figure}`)
  }
  const unit = FIGURE_ROWS[name].find((row) => row.figure === figure)?.unit
  return shownFigure(isWhole && typeof value === "number" ? Math.round(value) : value, unit)
}

function valueOf(name: Benchmark, figure: string): Figure | null | undefined {
  return keptRuns(name).find(({ figures }) => figure in figures)?.figures[figure]
}

const dayOf = ({ on }: KeptRun) => on.slice(0, "2026-01-01".length)

/** The day of a run, marked where the code has changed since. @param current the tree hash of `src` as it stands */
export const measuredOn = (run: KeptRun, current: string): string =>
  run.src === current ? dayOf(run) : `${dayOf(run)}, older code`

function placeOf(run: KeptRun): string {
  const { cores, memory_gb, node, load } = run.machine
  const reported = [
    `${cores} cores`,
    ...(memory_gb === null ? [] : [`${memory_gb} GB`]),
    ...(node === null ? [] : [`Node ${node}`]),
    ...(load === null ? [] : [`a load of ${load} when it began`]),
    ...(run.commit === null ? [] : [`commit \`${run.commit}\``]),
    ...(run.note === undefined ? [] : [run.note]),
  ]
  return `${run.on}: ${reported.join("; ")}`
}
