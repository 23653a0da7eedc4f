import { createServer, type Server } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { SandboxClient } from "./client/sandbox-client"
import { applyBehaviour, openOrganizations } from "./config/apply-config"
import { settleConfig } from "./config/read-config"
import { createSandboxContext, type SandboxContext } from "./context/sandbox-context"
import { createApp } from "./create-app"
import { type Certificate, makeCertificate } from "./https/certificate"
import { AutoSave } from "./persistence/auto-save"
import { KeptStates } from "./persistence/kept-states"
import { seedSandbox } from "./seed/seed-sandbox"
import { openShops, type OpenShop } from "./seed/shops"
import { chooseDialect } from "./state/dialect"
import type { SandboxOptions } from "./sandbox-options"

/** A sandbox of this process: the client of its tests, with its clock and its end. */
export class Sandbox extends SandboxClient {
  constructor(
    address: { url: string; controlToken: string; certificate: string | undefined },
    readonly clock: SandboxContext["clock"],
    /** every organisation that there was from the beginning, with a key of it */
    readonly shops: readonly OpenShop[],
    /** the shop that `seed` made, and a key of it */
    readonly seeded: { organizationUuid: string; apiKey: string } | undefined,
    readonly close: () => Promise<void>
  ) {
    super(address)
  }
}

/**
 * Starts the service on this machine. It listens on loopback unless told otherwise.
 * @throws ConfigError for a configuration that cannot be read, or names what the sandbox refuses
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const config = settleConfig(options.config ?? {}, "config")
  const { brand = config.brand, allowLoopback = config.allowLoopback ?? false } = options
  const { host = config.host ?? "127.0.0.1", dataFile = config.data, controlToken, openControl } = options
  const startAt = options.startAt ?? (config.clock === undefined ? undefined : new Date(config.clock))
  const context = createSandboxContext({ brand, allowLoopback, controlToken, openControl })
  if (startAt) {
    context.clock.set(startAt)
  }
  const saving = dataFile ? new AutoSave(context, dataFile) : null
  applyBehaviour(context, config)
  if (options.dialect) {
    context.state.settings.dialect = chooseDialect(options.dialect, context.state.settings.dialect)
  }
  const isEmpty = context.state.organizations.size === 0
  if (isEmpty) {
    openOrganizations(context, config.organizations ?? [])
  }
  const seeded = options.seed ? seedSandbox(context, options.seed) : null
  const kept = new KeptStates(context)
  kept.begin()
  const https = options.https ?? config.https ?? false
  const certificate = https === true ? await makeCertificate(host) : https || null
  const server = serverOf(
    createApp(context, kept, () => saving?.noteChange()),
    certificate
  )
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? config.port ?? 0, host, resolve)
  })
  const url = `${certificate ? "https" : "http"}://${nameOf(host)}:${portOf(server.address())}`
  return new Sandbox(
    { url, controlToken: context.state.controlToken, certificate: certificate?.certificate },
    context.clock,
    openShops(context),
    seeded ?? undefined,
    async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await context.deliveries.settled()
      saving?.end()
      context.clock.close()
    }
  )
}

type Application = ReturnType<typeof createApp>

function serverOf(app: Application, certificate: Certificate | null): Server {
  return certificate
    ? createSecureServer({ key: certificate.key, cert: certificate.certificate }, app)
    : createServer(app)
}

/** As it stands in an address: what listens everywhere is called by loopback. */
function nameOf(host: string): string {
  const called = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host
  return called.includes(":") ? `[${called}]` : called
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
