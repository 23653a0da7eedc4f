import path from "node:path"
import { askStore } from "../../../__tests__/ask-store"

const MIDDLEWARES = path.join(__dirname, "..", "middlewares")

it("leaves a store whose Medusa has no search as it is: the route is not found, and nothing fails", async () => {
  const routes = `require(${JSON.stringify(MIDDLEWARES)}).searchMiddlewares.map((route) => ({ ...route, matcher: "/search" }))`
  const { status, text } = await askStore({ routes }, "/search?q=1&entity=pos_receipt")
  expect(status).toBe(404)
  expect(text).toContain("Cannot GET /search")
})
