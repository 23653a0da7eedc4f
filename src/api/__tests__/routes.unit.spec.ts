import { z } from "zod"
import { PERMISSIONS } from "../../contract/permissions"
import middlewares, { readServedRoutes } from "../middlewares"

const contractSchema = z.looseObject({
  access: z.union([z.enum(PERMISSIONS), z.strictObject({ why: z.string().min(10) })]),
  middleware: z.looseObject({
    policies: z.array(z.object({ resource: z.literal("pos"), operation: z.enum(PERMISSIONS) })).optional(),
  }),
})

const nameOf = ({ matcher, methods }: { matcher: unknown; methods?: unknown }) =>
  `${String(methods)} ${String(matcher)}`

const isOurs = (path: string) => /^\/(admin|store)\/pos\//.test(path)

describe("routes below /admin/pos and /store/pos", () => {
  const routes = readServedRoutes()
    .filter(({ path }) => isOurs(path))
    .map(({ method, path, handler }) => ({ served: `${method} ${path}`, handler: { ...handler } }))

  it("name the right that a caller needs, which Medusa checks, or why none", () => {
    expect(routes.length).toBeGreaterThan(80)
    const nameless = routes.filter(({ handler }) => !contractSchema.safeParse(handler).success)
    expect(nameless.map(({ served }) => served)).toEqual([])
    for (const { served, handler } of routes) {
      const { access, middleware } = contractSchema.parse(handler)
      const policies = typeof access === "string" ? [{ resource: "pos", operation: access }] : undefined
      expect({ served, policies: middleware.policies }).toEqual({ served, policies })
    }
  })

  it("are checked before their handler is called, each once", () => {
    const checked = (middlewares.routes ?? []).filter(({ matcher }) => isOurs(String(matcher)))
    expect(checked.map(nameOf).sort()).toEqual(routes.map(({ served }) => served).sort())
  })
})
