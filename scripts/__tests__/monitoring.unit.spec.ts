import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { parse } from "yaml"
import { METRICS } from "../../src/contract/metrics"

const read = (file: string) => readFileSync(path.join(__dirname, "../../docs", file), "utf8")

const dashboardSchema = z.looseObject({
  panels: z.array(z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })) })),
})

const alertsSchema = z.object({
  groups: z.array(
    z.looseObject({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+[smh]$/),
          labels: z.object({ severity: z.enum(["critical", "warning", "info"]) }),
          annotations: z.object({ summary: z.string().min(10), description: z.string().min(10) }),
        })
      ),
    })
  ),
})

const KNOWN: Record<string, { type: string; labels: readonly string[] }> = METRICS

/** What an expression says of our metrics that is not so: a name or a label that there is not, a rate of a gauge. */
function faultsOf(expression: string): string[] {
  const names = [...expression.matchAll(/\bpos_\w+/g)].map(([name]) => name)
  const labels = [
    ...[...expression.matchAll(/by \(([^)]+)\)/g)].flatMap(([, named = ""]) => named.split(/, */)),
    ...[...expression.matchAll(/(\w+)=~?"/g)].map(([, label = ""]) => label),
  ]
  const possible = names.flatMap((name) => [...(KNOWN[name]?.labels ?? [])])
  return [
    ...names.filter((name) => KNOWN[name] === undefined),
    ...labels.filter((label) => !possible.includes(label)),
    ...[...expression.matchAll(/(rate|increase)\((pos_\w+)/g)].flatMap(([call, , name = ""]) =>
      KNOWN[name]?.type === "counter" ? [] : [call]
    ),
    ...(names.length === 0 ? ["names no metric"] : []),
  ]
}

describe("What is measured", () => {
  const dashboard = dashboardSchema.parse(JSON.parse(read("monitoring/dashboard.json")))
  const drawn = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const { groups } = alertsSchema.parse(parse(read("monitoring/alerts.yaml")))
  const rules = groups.flatMap((group) => group.rules)

  it.each(drawn)("is there for the dashboard's %s", (expression) => {
    expect(faultsOf(expression)).toEqual([])
  })

  it.each(rules)("is there for the alert $alert", ({ expr }) => {
    expect(faultsOf(expr)).toEqual([])
  })

  it("is drawn and explained, all of it", () => {
    const page = read("reference/operations.md")
    for (const [name, { labels }] of Object.entries(KNOWN)) {
      expect({ name, drawn: drawn.some((expression) => expression.includes(name)) }).toEqual({ name, drawn: true })
      const series = labels.length > 0 ? `${name}{${labels.join(",")}}` : name
      expect({ name, explained: page.includes(`\`${series}\``) }).toEqual({ name, explained: true })
    }
  })

  it("reports separately what does not hold", () => {
    expect(faultsOf("sum(pos_nothing)")).toEqual(["pos_nothing"])
    expect(faultsOf("sum by (merchant) (rate(pos_inbox_pending[5m]))")).toEqual(["merchant", "rate(pos_inbox_pending"])
  })
})
