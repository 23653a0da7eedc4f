import { readdirSync } from "node:fs"
import path from "node:path"
import { z } from "@medusajs/framework/zod"

const API = path.join(__dirname, "..", "src", "api")

const methodSchema = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"])
const exportsSchema = z.record(z.string(), z.unknown())
const handlerSchema = z.custom<object>((value) => typeof value === "function")

/** Where Medusa serves a file: `admin/pos/runs/[id]/route.ts` at `/admin/pos/runs/:id`. */
const pathOf = (file: string) => `/${path.dirname(file).replace(/\[(\w+)\]/g, ":$1")}`

export type ServedRoute = { method: z.infer<typeof methodSchema>; path: string; handler: object }

/** Every route that the plugin serves, as Medusa finds it in the files. */
export function readServedRoutes(): ServedRoute[] {
  const files = readdirSync(API, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("/route.ts"))
  return files.flatMap((file) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as Medusa finds them
    const members = exportsSchema.parse(require(path.join(API, file)))
    return Object.entries(members).flatMap(([name, handler]): ServedRoute[] => {
      const method = methodSchema.safeParse(name)
      return method.success ? [{ method: method.data, path: pathOf(file), handler: handlerSchema.parse(handler) }] : []
    })
  })
}
