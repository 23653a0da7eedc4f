import type { Server } from "node:http"
import type { MedusaContainer } from "@medusajs/framework/types"
import loaders from "@medusajs/medusa/loaders/index"
import express, { type Express } from "express"

export type RunningShop = { container: MedusaContainer; app: Express; stop(): Promise<void> }

/**
 * Starts a whole Medusa with this plugin as its application, in this process: HTTP, events and jobs. Its database,
 * port and service come from the environment, as medusa-config.ts reads them.
 */
export async function bootShop(): Promise<RunningShop> {
  const expressApp = express()
  const { container, shutdown } = await loaders({ directory: process.cwd(), expressApp })
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = expressApp.listen(Number(process.env.PORT), () => resolve(listening)).once("error", reject)
  })
  return {
    container,
    app: expressApp,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await shutdown()
    },
  }
}
