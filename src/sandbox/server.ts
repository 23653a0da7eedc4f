import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import express from "express"
import { answerError, HttpError } from "./http-error"
import { controlRoutes } from "./routes/control"
import { inventoryRoutes } from "./routes/inventory"
import { oauthRoutes } from "./routes/oauth"
import { productImportRoutes } from "./routes/product-import"
import { productLibraryRoutes } from "./routes/product-library"
import { purchaseRoutes } from "./routes/purchases"
import { subscriptionRoutes } from "./routes/subscriptions"
import { createSandboxContext, type SandboxContext } from "./sandbox-context"
import { restoreSnapshot, saveSnapshot } from "./snapshot"
import { tillPage } from "./till/till-page"

/** Bodies of single calls and of imports; more is answered 413. */
const BODY_LIMIT = "1mb"
const IMPORT_BODY_LIMIT = "64mb"

const SAVE_INTERVAL_MS = 5_000

export type SandboxOptions = {
  /** 0 or absent: a free one */
  port?: number
  /** lets destinations of subscriptions be plain HTTP on loopback */
  allowLoopback?: boolean
  /** the word in header names and payment types; default SERVICE */
  brand?: string
  /** stands in for a control token made at random */
  controlToken?: string
  /** a file that everything is kept in, so that a restart loses nothing */
  dataFile?: string
}

export type Sandbox = {
  /** the one origin of all interfaces */
  url: string
  /** for the control routes under /_sandbox */
  controlToken: string
  clock: SandboxContext["clock"]
  close(): Promise<void>
}

/** Starts the service on this machine. It listens on loopback only. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const context = createSandboxContext({
    brand: options.brand,
    allowLoopback: options.allowLoopback ?? false,
    controlToken: options.controlToken,
  })
  const { dataFile } = options
  if (dataFile) {
    restoreSnapshot(context, dataFile)
  }
  const saving = dataFile ? setInterval(() => saveSnapshot(context, dataFile), SAVE_INTERVAL_MS).unref() : undefined
  const server = createServer(createApp(context))
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, "127.0.0.1", resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    controlToken: context.controlToken,
    clock: context.clock,
    async close() {
      context.clock.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await context.deliveries.settled()
      if (dataFile) {
        clearInterval(saving)
        saveSnapshot(context, dataFile)
      }
    },
  }
}

/** The server has no address: it was closed before it listened. */
class NotListeningError extends Error {
  constructor() {
    super("The sandbox does not listen on a port; start it again")
    this.name = "NotListeningError"
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") {
    throw new NotListeningError()
  }
  return address.port
}

function createApp(context: SandboxContext): express.Express {
  const app = express()
  app.disable("x-powered-by")
  app.get("/", tillPage)
  app.use("/organizations/:organizationUuid/import", express.json({ limit: IMPORT_BODY_LIMIT }))
  app.use(express.json({ limit: BODY_LIMIT }))
  app.use("/_sandbox", controlRoutes(context))
  app.use(oauthRoutes(context))
  app.use(productLibraryRoutes(context))
  app.use(productImportRoutes(context))
  app.use(subscriptionRoutes(context))
  app.use(purchaseRoutes(context))
  app.use(inventoryRoutes(context))
  app.use((request, _response, next) =>
    next(new HttpError(404, "NOT_FOUND", `There is no ${request.method} ${request.path}`))
  )
  app.use(answerError)
  return app
}
