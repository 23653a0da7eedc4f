/** What a run measured: one number, two between which several runs lay, or one of each of several things. */
export type Figure = number | [number, number] | { [of: string]: number | [number, number] }

export type Unit = "s" | "ms" | "kB" | "MB"

type Sign = "≥" | "≤" | "<"
export type Aim = { sign: Sign; limit: number }

/** One line of a benchmark's table: in its output and in docs/reference/benchmarks.md. */
export type FigureRow = {
  /** the figure's name in the run's object */
  figure: string
  /** the same for people; `{products}` stands for that figure of the same run */
  says: string
  unit?: Unit
  aim?: Aim
}

const HOLDS: Record<Sign, (value: number, limit: number) => boolean> = {
  "≥": (value, limit) => value >= limit,
  "≤": (value, limit) => value <= limit,
  "<": (value, limit) => value < limit,
}

export const atLeast = (limit: number): Aim => ({ sign: "≥", limit })
export const atMost = (limit: number): Aim => ({ sign: "≤", limit })
export const below = (limit: number): Aim => ({ sign: "<", limit })

const number = (value: number): string =>
  value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 })

/** A figure with its unit, for people. */
export function shownFigure(value: number | [number, number], unit: Unit | undefined): string {
  const text = Array.isArray(value) ? value.map(number).join(" to ") : number(value)
  return unit ? `${text} ${unit}` : text
}

/** An aim, and whether a figure has reached it; of two, both must. */
function shownAim({ aim, unit }: FigureRow, value: number | [number, number] | undefined): string {
  if (!aim) {
    return ""
  }
  const says = `${aim.sign} ${shownFigure(aim.limit, unit)}`
  const reached = [value ?? []].flat().every((item) => HOLDS[aim.sign](item, aim.limit))
  return reached ? says : `${says}, not reached`
}

/** Name, figure and aim of each row that has a figure; a figure of several things has a line for each. */
export function figureLines(rows: readonly FigureRow[], figures: Partial<Record<string, Figure | null>>): string[][] {
  return rows.flatMap((row) => {
    const value = figures[row.figure]
    const says = row.says.replace(/\{(\w+)\}/g, (_whole, name: string) => nameable(figures[name]))
    if (value === undefined || value === null) {
      return [[says, "–", shownAim(row, undefined)]]
    }
    return typeof value === "number" || Array.isArray(value)
      ? [[says, shownFigure(value, row.unit), shownAim(row, value)]]
      : Object.entries(value).map(([of, item]) => [
          `${says}: ${of.replaceAll("_", " ")}`,
          shownFigure(item, row.unit),
          shownAim(row, item),
        ])
  })
}

const nameable = (value: Figure | null | undefined) => (typeof value === "number" ? number(value) : "…")
