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

const MIDDLEWARES = path.join(__dirname, "..", "middlewares")

it("leaves a store whose Medusa has no search as it is: the route is not found, and nothing fails", async () => {
  const http = { storeCors: "", adminCors: "", authCors: "", jwtSecret: "x", cookieSecret: "x" }
  configManager.loadConfig({ projectConfig: { projectConfig: { http } }, baseDir: __dirname })
  const store = mkdtempSync(path.join(tmpdir(), "pos-search-"))
  // Outside of /admin, where Medusa would ask for a session.
  const routes = `require(${JSON.stringify(MIDDLEWARES)}).searchMiddlewares.map((route) => ({ ...route, matcher: "/search" }))`
  writeFileSync(path.join(store, "middlewares.js"), `module.exports = { default: { routes: ${routes} } }`)
  const app = express()
  const container = createMedusaContainer({}, createContainer())
  container.register(ContainerRegistrationKeys.LOGGER, { resolve: () => logger })
  await new ApiLoader({ app, sourceDir: [store], container }).load()
  const { url, stop } = await startServer(app)
  const answer = await fetch(`${url}/search?q=1&entity=pos_receipt`)
  const text = await answer.text()
  await stop()
  rmSync(store, { recursive: true })
  expect(answer.status).toBe(404)
  expect(text).toContain("Cannot GET /search")
})
