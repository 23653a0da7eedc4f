import { execFileSync } from "node:child_process"
import { z } from "zod"
import { createApp } from "../src/create-app"
import { buildOpenApiDocument, OPERATIONS } from "../src/openapi/build-document"
import { createSandboxContext } from "../src/context/sandbox-context"
import { openSandbox } from "./support/use-sandbox"

const layerSchema = z.looseObject({
  route: z
    .looseObject({ path: z.union([z.string(), z.array(z.string())]), methods: z.record(z.string(), z.boolean()) })
    .optional(),
  handle: z.unknown().optional(),
  regexp: z.unknown().optional(),
})

/** Paths that are the sandbox's own and no part of the service. */
const OWN = new Set(["GET /", "GET /openapi.json", "GET /docs"])

const stackOf = (router: unknown): unknown[] =>
  typeof router === "function" && "stack" in router && Array.isArray(router.stack) ? router.stack : []

const nameOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, "{$1}")}`

function routesOf(router: unknown): string[] {
  return stackOf(router).flatMap((layer) => {
    const { route, handle, regexp } = layerSchema.parse(layer)
    if (!route) {
      return String(regexp).includes("_sandbox") ? [] : routesOf(handle)
    }
    return [route.path].flat().flatMap((path) => Object.keys(route.methods).map((method) => nameOf(method, path)))
  })
}

/** The validator is an ES module, which jest cannot load: it runs in a process of its own. */
function validate(document: unknown): unknown {
  const program = `
    import { Validator } from "@seriousme/openapi-schema-validator"
    const chunks = []
    for await (const chunk of process.stdin) chunks.push(chunk)
    const { valid, errors } = await new Validator().validate(JSON.parse(Buffer.concat(chunks).toString()))
    process.stdout.write(JSON.stringify({ valid, errors }))`
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    input: JSON.stringify(document),
    encoding: "utf8",
  })
  return JSON.parse(output)
}

describe("Reference", () => {
  it("the document is valid OpenAPI 3.1", () => {
    const document = buildOpenApiDocument()
    expect(validate(document)).toEqual({ valid: true })
    expect(validate({ ...document, paths: { "/x": { get: { responses: 1 } } } })).toMatchObject({ valid: false })
  })

  it("names every route that is served, and no other", () => {
    const context = createSandboxContext({ allowLoopback: true })
    const served = routesOf(createApp(context)._router).filter((name) => !OWN.has(name))
    const documented = OPERATIONS.map(({ method, path }) => nameOf(method, path))
    expect(new Set(documented).size).toBe(documented.length)
    expect([...new Set(served)].sort()).toEqual([...documented].sort())
  })

  it("is served as a document and as a page", async () => {
    const sandbox = await openSandbox()
    const document = await fetch(`${sandbox.url}/openapi.json`).then((answer) => answer.json())
    expect(document).toMatchObject({
      openapi: "3.1.0",
      paths: { "/purchases/v2": { get: { operationId: "listPurchases" } } },
    })
    const page = await fetch(`${sandbox.url}/docs`)
    expect(page.headers.get("content-type")).toContain("text/html")
    expect(await page.text()).toContain("/organizations/{organizationUuid}/import/v2")
    await sandbox.close()
  })
})
