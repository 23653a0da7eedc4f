import { createContainer } from "awilix"
import express, { type ErrorRequestHandler, type Express } from "express"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { startServer } from "../../../../pictures/__tests__/loopback-server"
import { placeFirst } from "../direct-door"

const container = createMedusaContainer({}, createContainer())

/** A shop's Express in small: something before the door, the door in its turn, and an error handler. */
function shop(): { app: Express; asked: string[] } {
  const app = express()
  const asked: string[] = []
  app.use((request, _response, next) => {
    asked.push(request.path)
    next()
  })
  app.post("/hooks/pos/:connection_id", (_request, response) => void response.json({ by: "in turn" }))
  app.get("/hooks/pos/:connection_id", (_request, response) => void response.json({ by: "page" }))
  return { app, asked }
}

/** Express has not made the response its own yet. */
const direct: express.RequestHandler = (request, response) =>
  void response.end(JSON.stringify({ by: "first", connection: request.params.connection_id }))

async function ask(app: Express, path: string, method = "POST"): Promise<{ status: number; body: unknown }> {
  const { url, stop } = await startServer(app)
  const response = await fetch(url + path, { method })
  const body: unknown = await response.json()
  await stop()
  return { status: response.status, body }
}

describe("the direct door", () => {
  it("is asked before what the shop registered earlier", async () => {
    const { app, asked } = shop()
    placeFirst(app, "/hooks/pos/:connection_id", container, [direct])
    await expect(ask(app, "/hooks/pos/one")).resolves.toEqual({
      status: 200,
      body: { by: "first", connection: "one" },
    })
    expect(asked).toEqual([])
  })

  it("leaves other methods and paths where they were", async () => {
    const { app, asked } = shop()
    placeFirst(app, "/hooks/pos/:connection_id", container, [direct])
    await expect(ask(app, "/hooks/pos/one", "GET")).resolves.toMatchObject({ body: { by: "page" } })
    expect(asked).toEqual(["/hooks/pos/one"])
  })

  it("stands first once, however often it is asked to", async () => {
    const { app } = shop()
    placeFirst(app, "/hooks/pos/:connection_id", container, [direct])
    placeFirst(app, "/hooks/pos/:connection_id", container, [
      (_request, response) => void response.end(JSON.stringify({ by: "second" })),
    ])
    await expect(ask(app, "/hooks/pos/one")).resolves.toMatchObject({ body: { by: "first" } })
  })

  it("hands an error and the container to the shop's own error handler", async () => {
    const { app } = shop()
    const passing: express.RequestHandler = (_request, _response, next) => next()
    const failing: express.RequestHandler = (_request, _response, next) => next(new Error("too large"))
    placeFirst(app, "/hooks/pos/:connection_id", container, [passing, failing])
    const handler: ErrorRequestHandler = (error: Error, request, response, _next) => {
      response.status(413).json({ message: error.message, scope: Reflect.get(request, "scope") === container })
    }
    app.use(handler)
    await expect(ask(app, "/hooks/pos/one")).resolves.toEqual({
      status: 413,
      body: { message: "too large", scope: true },
    })
  })

  it("leaves an Express alone that is not built as expected", async () => {
    const { app } = shop()
    const strange = new Proxy(app, { get: (target, key) => (key === "_router" ? {} : Reflect.get(target, key)) })
    placeFirst(strange, "/hooks/pos/:connection_id", container, [direct])
    await expect(ask(app, "/hooks/pos/one")).resolves.toMatchObject({ body: { by: "in turn" } })
  })
})
