import { once } from "node:events"
import type { MedusaContainer } from "@medusajs/framework/types"
import loaders from "@medusajs/medusa/loaders/index"
import express, { type Express } from "express"

export type RunningStore = { container: MedusaContainer; app: Express }

/**
 * Starts a whole Medusa with this plugin as its application, in this process: HTTP, events and jobs. Its database,
 * port and service come from the environment, as medusa-config.ts reads them.
 */
export async function bootStore(): Promise<RunningStore> {
  const expressApp = express()
  const { container } = await loaders({ directory: process.cwd(), expressApp })
  await once(expressApp.listen(Number(process.env.PORT)), "listening")
  return { container, app: expressApp }
}
