import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import express from "express"
import { AutoSave } from "./auto-save"
import { injectCallFaults } from "./faults/call-faults"
import { limitRates } from "./faults/limit-rates"
import { answerError, HttpError } from "./http-error"
import { controlRoutes } from "./routes/control"
import { financeRoutes } from "./routes/finance"
import { giftCardRoutes } from "./routes/gift-cards"
import { imageRoutes } from "./routes/images"
import { olderInventoryRoutes } from "./routes/inventory-v1"
import { inventoryV3Routes } from "./routes/inventory-v3"
import { oauthRoutes } from "./routes/oauth"
import { productImportRoutes } from "./routes/product-import"
import { productLibraryRoutes } from "./routes/product-library"
import { purchaseRoutes } from "./routes/purchases"
import { referenceRoutes } from "./routes/reference"
import { subscriptionRoutes } from "./routes/subscriptions"
import { createSandboxContext, type SandboxContext } from "./sandbox-context"
import type { SeedInput } from "./seed/seed-input"
import { seedSandbox } from "./seed/seed-sandbox"
import { tillPage } from "./till/till-page"

/** Bodies of single calls and of imports; more is answered 413. */
const BODY_LIMIT = "1mb"
const IMPORT_BODY_LIMIT = "64mb"

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
  /** where the clock starts; default: now. A data file whose clock is ahead wins */
  startAt?: Date
  /** begin with a shop that has goods and receipts, unless the data file has one */
  seed?: Partial<SeedInput>
  /** the address to listen on; the control routes answer on this machine only, whatever it is */
  host?: string
}

export type Sandbox = {
  /** the one origin of all interfaces */
  url: string
  /** for the control routes under /_sandbox */
  controlToken: string
  clock: SandboxContext["clock"]
  /** the shop that `seed` made, and a key of it */
  seeded?: { organizationUuid: string; apiKey: string }
  close(): Promise<void>
}

/** Starts the service on this machine. It listens on loopback unless told otherwise. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { brand, allowLoopback = false, controlToken, dataFile, startAt, host = "127.0.0.1" } = options
  const context = createSandboxContext({ brand, allowLoopback, controlToken })
  if (startAt) {
    context.clock.set(startAt)
  }
  const saving = dataFile ? new AutoSave(context, dataFile) : null
  const seeded = options.seed ? seedSandbox(context, options.seed) : null
  const server = createServer(createApp(context, saving))
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  return {
    url: `http://${host}:${portOf(server.address())}`,
    controlToken: context.state.controlToken,
    clock: context.clock,
    ...(seeded ? { seeded } : {}),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await context.deliveries.settled()
      saving?.end()
      context.clock.close()
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

function createApp(context: SandboxContext, saving: AutoSave | null): express.Express {
  const app = express()
  app.disable("x-powered-by")
  app.get("/", tillPage)
  app.use((request, _response, next) => {
    if (request.method !== "GET") {
      saving?.noteChange()
    }
    next()
  })
  app.use(limitRates(context), injectCallFaults(context))
  app.use("/organizations/:organizationUuid/import", express.json({ limit: IMPORT_BODY_LIMIT }))
  app.use(express.json({ limit: BODY_LIMIT }))
  app.use("/_sandbox", controlRoutes(context))
  app.use(referenceRoutes())
  app.use(oauthRoutes(context))
  app.use(productLibraryRoutes(context))
  app.use(productImportRoutes(context))
  app.use(imageRoutes(context))
  app.use(subscriptionRoutes(context))
  app.use(purchaseRoutes(context))
  app.use(giftCardRoutes(context))
  app.use(inventoryV3Routes(context))
  app.use(olderInventoryRoutes(context))
  app.use(financeRoutes(context))
  app.use((request, _response, next) =>
    next(new HttpError(404, "NOT_FOUND", `There is no ${request.method} ${request.path}`))
  )
  app.use(answerError)
  return app
}
