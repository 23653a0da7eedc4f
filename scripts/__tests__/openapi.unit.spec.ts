import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"

const root = path.join(__dirname, "../..")

const oneObjectSchema = z.looseObject({ type: z.literal("object"), properties: z.looseObject({}) })
const objectSchema = z.union([oneObjectSchema, z.looseObject({ anyOf: z.array(oneObjectSchema) })])

const responseSchema = z.looseObject({
  description: z.string().min(1),
  content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })),
})
const operationSchema = z.looseObject({
  description: z.string().min(10),
  operationId: z.string(),
  responses: z.record(z.string(), responseSchema),
})
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

const { paths } = documentSchema.parse(JSON.parse(readFileSync(path.join(root, "docs/reference/openapi.json"), "utf8")))
const operations = Object.entries(paths).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${at}`, ...operation }))
)

describe("docs/reference/openapi.json", () => {
  it("has every route on the disk, with its methods, and no other", () => {
    const api = path.join(root, "src/api")
    const files = readdirSync(api, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("/route.ts"))
    const served = files.flatMap((file) => {
      const methods = readFileSync(path.join(api, file), "utf8").matchAll(
        /^export (?:const|async function) (GET|POST|PUT|PATCH|DELETE)\b/gm
      )
      return [...methods].map(([, method]) => `${method} /${path.dirname(file).replace(/\[(\w+)\]/g, "{$1}")}`)
    })
    expect(served.length).toBeGreaterThan(70)
    expect(operations.map(({ name }) => name).sort()).toEqual(served.sort())
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  it.each(operations)("reports what $name answers when it is well, and how it fails", ({ responses }) => {
    const well = Object.entries(responses).filter(([status]) => status.startsWith("2"))
    expect(well.length).toBeGreaterThan(0)
    for (const [, { content }] of well) {
      const { schema } = content["application/json"] ?? {}
      expect(schema === undefined || objectSchema.safeParse(schema).success).toBe(true)
    }
    expect(Object.keys(responses).some((status) => !status.startsWith("2"))).toBe(true)
  })
})
