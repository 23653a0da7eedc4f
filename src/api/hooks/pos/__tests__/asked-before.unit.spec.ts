import path from "node:path"
import { askStore } from "../../../__tests__/ask-store"

// The first case reads all routes.

const API = path.join(__dirname, "..", "..", "..")

const REFUSE = "(_request, response) => response.status(429).end()"

describe("a store's own limit", () => {
  it.each([
    'matcher: "/*"',
    'matcher: "/hooks"',
    'matcher: "/hooks/*"',
    'matcher: "/hooks/*", methods: ["POST"]',
    'matcher: "/hooks/pos/*", methods: ["POST"]',
    'matcher: "/hooks/pos/:connection_id"',
    'matcher: "/hooks/pos/:connection_id", methods: ["POST"]',
    'matcher: /^.hooks./, methods: ["POST"]',
  ])("is asked before the webhook endpoint: %s", async (limit) => {
    const store = { plugins: [API], routes: `[{ ${limit}, middlewares: [${REFUSE}] }]` }
    expect((await askStore(store, "/hooks/pos/poscon_1", { method: "POST", body: "{}" })).status).toBe(429)
  })
})
