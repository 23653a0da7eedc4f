import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createContainer } from "awilix"
import express from "express"
import { configManager } from "@medusajs/framework/config"
import { ApiLoader } from "@medusajs/framework/http"
import { logger } from "@medusajs/framework/logger"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import { startServer } from "../../../../images/__tests__/loopback-server"

// The first case reads all routes.

const API = path.join(__dirname, "..", "..", "..")

/** A store that puts a limit of its own before the webhook endpoint, loaded as Medusa loads it: plugins first, then the store. */
async function answerOf(limit: string): Promise<number> {
  const store = mkdtempSync(path.join(tmpdir(), "pos-store-"))
  const refuse = "(_request, response) => response.status(429).end()"
  writeFileSync(
    path.join(store, "middlewares.js"),
    `module.exports = { default: { routes: [{ ${limit}, middlewares: [${refuse}] }] } }`
  )
  const app = express()
  const container = createMedusaContainer({}, createContainer())
  container.register(ContainerRegistrationKeys.LOGGER, { resolve: () => logger })
  await new ApiLoader({ app, sourceDir: [API, store], container }).load()
  const { url, stop } = await startServer(app)
  const { status } = await fetch(`${url}/hooks/pos/poscon_1`, { method: "POST", body: "{}" })
  await stop()
  rmSync(store, { recursive: true })
  return status
}

describe("a store's own limit", () => {
  beforeAll(() => {
    const http = { storeCors: "", adminCors: "", authCors: "", jwtSecret: "x", cookieSecret: "x" }
    configManager.loadConfig({ projectConfig: { projectConfig: { http } }, baseDir: __dirname })
  })

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
    await expect(answerOf(limit)).resolves.toBe(429)
  })
})
