import { readdirSync } from "node:fs"
import path from "node:path"
import { z } from "@medusajs/framework/zod"
import { DECISION_KINDS } from "../../contract/activity"

const ADMIN = path.join(__dirname, "..", "admin")

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"]

const decidesSchema = z.union([
  z.looseObject({ kind: z.enum(DECISION_KINDS) }),
  z.strictObject({ why: z.string().min(10) }),
])

const handlerSchema = z.custom<object>((handler) => typeof handler === "function")

describe("Every route of the admin that may change something", () => {
  const files = readdirSync(ADMIN, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("/route.ts"))
  const changing = files.flatMap((file) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as Medusa finds them
    const exported: Record<string, unknown> = require(path.join(ADMIN, file))
    return Object.entries(exported)
      .filter(([method]) => CHANGING.includes(method))
      .map(([method, handler]) => {
        const known = handlerSchema.parse(handler)
        return { route: `${method} ${file}`, decides: "decides" in known ? known.decides : undefined }
      })
  })

  it("keeps what it decides, or says why that is nothing", () => {
    expect(changing.length).toBeGreaterThan(30)
    expect(changing.filter(({ decides }) => !decidesSchema.safeParse(decides).success)).toEqual([])
  })

  it("has a kind of its own, and every kind has a route", () => {
    const kinds = changing.flatMap(({ decides }) => {
      const decided = decidesSchema.parse(decides)
      return "kind" in decided ? [decided.kind] : []
    })
    expect([...kinds].sort()).toEqual([...DECISION_KINDS].sort())
  })
})
