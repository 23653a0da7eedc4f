import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { AutoSave } from "./persistence/auto-save"
import { createApp } from "./create-app"
import { createSandboxContext, type SandboxContext } from "./context/sandbox-context"
import type { SeedInput } from "./seed/seed-input"
import { seedSandbox } from "./seed/seed-sandbox"
import { chooseDialect, type DialectChoice } from "./state/dialect"

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
  /** as the service is specified (default), as it was observed to answer ("field"), or either by point */
  dialect?: DialectChoice
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
  if (options.dialect) {
    context.state.settings.dialect = chooseDialect(options.dialect, context.state.settings.dialect)
  }
  const seeded = options.seed ? seedSandbox(context, options.seed) : null
  const server = createServer(createApp(context, () => saving?.noteChange()))
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
