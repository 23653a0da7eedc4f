import { readdirSync } from "node:fs"
import path from "node:path"
import { z } from "@medusajs/framework/zod"
import middlewares from "../middlewares"

const API = path.join(__dirname, "..")

const middlewareSchema = z.looseObject({ matcher: z.string(), methods: z.array(z.string()) })

/** Where Medusa serves a file: `admin/pos/runs/[id]/route.ts` at `/admin/pos/runs/:id`. */
const pathOf = (file: string) => `/${path.dirname(file).replace(/\[(\w+)\]/g, ":$1")}`

const nameOf = ({ matcher, methods }: { matcher: unknown; methods?: unknown }) =>
  `${String(methods)} ${String(matcher)}`

describe("routes that take something", () => {
  const files = readdirSync(API, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("/route.ts"))
  const handlers = files.flatMap((file) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as Medusa finds them
    const exported: Record<string, object> = require(path.join(API, file))
    return Object.entries(exported).flatMap(([method, handler]) =>
      "middleware" in handler ? [{ served: `${method} ${pathOf(file)}`, middleware: handler.middleware }] : []
    )
  })

  it("are served where their definition says", () => {
    expect(handlers.length).toBeGreaterThan(40)
    for (const { served, middleware } of handlers) {
      expect(nameOf(middlewareSchema.parse(middleware))).toBe(served)
    }
  })

  it("are checked before their handler is called, each once", () => {
    const isOurs = ({ matcher }: { matcher: unknown }) => /^\/(admin|store)\/pos\//.test(String(matcher))
    const checked = (middlewares.routes ?? []).filter(isOurs)
    expect(checked.map(nameOf).sort()).toEqual(handlers.map(({ served }) => served).sort())
  })
})
