import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createContainer } from "awilix"
import express from "express"
import { configManager } from "@medusajs/framework/config"
import { ApiLoader } from "@medusajs/framework/http"
import { logger } from "@medusajs/framework/logger"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import { startServer } from "../../images/__tests__/loopback-server"

/**
 * Sends a request to a store with middlewares of its own, loaded as Medusa loads it: plugins first, then the store. None
 * of Medusa's routes are there, and below `/admin` Medusa would wait for a session.
 * @param routes the store's middlewares, as the source of an array
 */
export async function askStore(
  { plugins = [], routes }: { plugins?: string[]; routes: string },
  asked: string,
  init?: RequestInit
): Promise<{ status: number; text: string }> {
  const http = { storeCors: "", adminCors: "", authCors: "", jwtSecret: "x", cookieSecret: "x" }
  configManager.loadConfig({ projectConfig: { projectConfig: { http } }, baseDir: __dirname })
  const store = mkdtempSync(path.join(tmpdir(), "pos-store-"))
  writeFileSync(path.join(store, "middlewares.js"), `module.exports = { default: { routes: ${routes} } }`)
  const app = express()
  const container = createMedusaContainer({}, createContainer())
  container.register(ContainerRegistrationKeys.LOGGER, { resolve: () => logger })
  await new ApiLoader({ app, sourceDir: [...plugins, store], container }).load()
  const { url, stop } = await startServer(app)
  const answer = await fetch(`${url}${asked}`, init)
  const text = await answer.text()
  await stop()
  rmSync(store, { recursive: true })
  return { status: answer.status, text }
}
