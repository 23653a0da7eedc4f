import { z } from "zod"
import { DECISION_KINDS } from "../../contract/activity"
import { readServedRoutes } from "../middlewares"

const auditSchema = z.union([
  z.looseObject({ kind: z.enum(DECISION_KINDS) }),
  z.strictObject({ why: z.string().min(10) }),
])

const changing = readServedRoutes()
  .filter(({ path, method }) => path.startsWith("/admin/") && method !== "GET")
  .map(({ method, path, handler }) => ({
    route: `${method} ${path}`,
    audit: "audit" in handler ? handler.audit : undefined,
  }))

describe("Every route of the admin that may change something", () => {
  it("records its calls in the activity log, or says why not", () => {
    expect(changing.length).toBeGreaterThan(30)
    expect(changing.filter(({ audit }) => !auditSchema.safeParse(audit).success)).toEqual([])
  })

  it("has a kind of its own, and every kind has a route", () => {
    const kinds = changing.flatMap(({ audit }) => {
      const rule = auditSchema.parse(audit)
      return "kind" in rule ? [rule.kind] : []
    })
    expect([...kinds].sort()).toEqual([...DECISION_KINDS].sort())
  })
})
