import { createServer, type Server } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { type PosVariant, SCOPES } from "../../../src/pos-api/contract"
import { SandboxClient } from "./client/sandbox-client"
import type {
  ConfiguredReceipt,
  ConfiguredSubscription,
  OpenedOrganization,
  SandboxOptions,
  SettledConfig,
} from "./config/config-schema"
import { ConfigError, layOut, settleConfig } from "./config/read-config"
import { createSandboxContext, type SandboxContext } from "./context/sandbox-context"
import { createApp } from "./create-app"
import { addSubscription } from "./routes/subscriptions"
import { isAllowedDestination } from "./deliveries/post-notification"
import { changeBudgets, newFault } from "./faults/fault"
import { HttpError, parseOr } from "./http/http-error"
import { type Certificate, makeCertificate } from "./https/certificate"
import { createApiKey } from "./oauth/tokens"
import { AutoSave, KeptStates } from "./persistence/kept-states"
import { type Basket, basketSchema } from "./purchases/basket"
import { ringUpSale } from "./purchases/ring-up"
import { openOrganization } from "./seed/open-organization"
import { type OpenShop, openShops, type SeedInput, seedOrganization, seedSchema } from "./seed/seed-organization"
import { chooseDialect } from "./state/dialect"
import { changeSettings, type OrganizationState } from "./state/organization"

/** A sandbox that runs in this process: its client, its clock, and how to stop it. */
export class Sandbox extends SandboxClient {
  constructor(
    address: { url: string; controlToken: string; certificate: string | undefined },
    /** clock that every time of the sandbox comes from */
    readonly clock: SandboxContext["clock"],
    /** the organizations that exist at startup, each with an API key */
    readonly shops: readonly OpenShop[],
    /** the organization that the option `seed` created, with an API key */
    readonly seeded: { organizationUuid: string; apiKey: string } | undefined,
    /** stops the server and waits for deliveries in progress */
    readonly close: () => Promise<void>
  ) {
    super(address)
  }
}

/**
 * Starts the sandbox in this process. It listens on loopback by default.
 * @throws ConfigError for a configuration that cannot be read, or has invalid values
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const config = settleConfig(options.config ?? {}, "config")
  const { brand = config.brand, allowLoopback = config.allowLoopback ?? false } = options
  const { host = config.host ?? "127.0.0.1", dataFile = config.data, controlToken, openControl } = options
  const startAt = options.startAt ?? (config.clock === undefined ? undefined : new Date(config.clock))
  const applicationIds = options.applicationIds ?? config.applicationIds
  const context = createSandboxContext({ brand, allowLoopback, controlToken, openControl, applicationIds })
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
  const keptStates = new KeptStates(context)
  keptStates.begin()
  const https = options.https ?? config.https ?? false
  const certificate = https === true ? await makeCertificate(host) : https || null
  if (options.onNotSimulated) {
    reportNotSimulated(context, options.onNotSimulated)
  }
  const server = getServer(
    createApp(context, keptStates, () => saving?.noteChange()),
    certificate
  )
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? config.port ?? 0, host, resolve)
  })
  const url = `${certificate ? "https" : "http"}://${getName(host)}:${getPort(server.address())}`
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

/** Routes that are reported; what anyone can call must not fill the memory. */
const MAX_REPORTED = 1_000

/** Reports each route that is not simulated once, however many things it is called for. */
function reportNotSimulated({ activity, journal }: SandboxContext, report: (route: string) => void): void {
  const reported = new Set<string>()
  activity.listen((happened) => {
    if (happened.type !== "call" || reported.size >= MAX_REPORTED) {
      return
    }
    const [kept] = journal.after(happened.id - 1)
    if (!kept || kept.call.simulated) {
      return
    }
    const route = `${kept.call.method} ${kept.call.path.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, "{uuid}")}`
    if (!reported.has(route)) {
      reported.add(route)
      report(route)
    }
  })
}

type Application = ReturnType<typeof createApp>

function getServer(app: Application, certificate: Certificate | null): Server {
  return certificate
    ? createSecureServer({ key: certificate.key, cert: certificate.certificate }, app)
    : createServer(app)
}

/** The host of an address: a sandbox that listens everywhere is called by loopback. */
function getName(host: string): string {
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

function getPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") {
    throw new NotListeningError()
  }
  return address.port
}

/** Creates a Swedish store with goods and receipts in an empty sandbox; another sandbox is left unchanged. */
function seedSandbox(context: SandboxContext, input: Partial<SeedInput>) {
  if (context.state.organizations.size > 0) {
    return null
  }
  const profile = { name: "Åsas Butik", country: "SE", currency: "SEK", timeZone: "Europe/Stockholm" }
  const taxation = { taxationMode: "INCLUSIVE", taxationType: "VAT" }
  const organization = openOrganization(context, { ...profile, ...taxation })
  seedOrganization(context, organization, seedSchema.parse(input))
  const { apiKey, organizationUuid } = createApiKey(context, organization, [...SCOPES])
  return { apiKey, organizationUuid }
}

/** How the sandbox behaves, by its configuration; this applies to a sandbox from a file, too. */
function applyBehaviour(context: SandboxContext, { dialect, settings, budgets, faults }: SettledConfig): void {
  context.state.settings = changeSettings(context.state.settings, { ...settings, dialect })
  changeBudgets(context.state.budgets, budgets ?? {})
  context.state.faults = faults ? faults.map(newFault) : context.state.faults
}

/**
 * Opens the organizations of a configuration, each with its goods, receipts and subscriptions. Nobody is notified of what is
 * there from the beginning.
 * @throws ConfigError naming what the sandbox refuses
 */
function openOrganizations(context: SandboxContext, organizations: readonly OpenedOrganization[]): void {
  organizations.forEach((item, position) => {
    const { goods, receipts, seed, subscriptions, scopes, ...input } = item
    const path = ["organizations", position]
    const organization = openOrganization(context, input)
    const { keyId } = createApiKey(context, organization, scopes)
    if (seed) {
      refusing([...path, "seed"], () => seedOrganization(context, organization, seed))
    }
    goods.forEach((piece, index) => refusing([...path, "goods", index], () => layOut(context, organization, piece)))
    receipts.forEach((receipt, index) =>
      refusing([...path, "receipts", index], () => ringUpSale(context, organization, getBasket(organization, receipt)))
    )
    subscriptions.forEach((subscription, index) =>
      refusing([...path, "subscriptions", index], () => subscribe(context, organization, keyId, subscription))
    )
  })
}

/** No test message goes out: who is to receive it may well start after the sandbox. */
function subscribe(
  context: SandboxContext,
  organization: OrganizationState,
  owner: string,
  input: ConfiguredSubscription
): void {
  if (!isAllowedDestination(input.destination, context.allowLoopback)) {
    throw new HttpError(422, "UNPROCESSABLE", "destination: a public HTTPS address is needed, or allowLoopback: true")
  }
  addSubscription(context, organization, { ...input, owner })
}

function refusing(path: readonly (string | number)[], work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof HttpError)) {
      throw error
    }
    const [violation] = error.violations
    const reason = violation ? `${violation.propertyName}: ${violation.developerMessage}` : error.message
    throw new ConfigError("The configuration", [{ path, message: reason }])
  }
}

/** Content of a configured receipt, whose goods are named by SKU or name. @throws HttpError */
function getBasket(organization: OrganizationState, { items, payment, cashier }: ConfiguredReceipt): Basket {
  return parseOr(422, basketSchema, {
    items: items.map(({ sku, name, amount, quantity }) =>
      amount === undefined
        ? { type: "product", variantUuid: findByName(organization, { sku, name }).uuid, quantity }
        : { type: "custom-amount", name: name ?? "", amount, quantity }
    ),
    payments: [{ method: payment }],
    cashier,
  })
}

type ReceiptItem = ConfiguredReceipt["items"][number]

function findByName(organization: OrganizationState, { sku, name }: Pick<ReceiptItem, "sku" | "name">): PosVariant {
  if (sku === undefined && name === undefined) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "items: a sku, a name or an amount is needed")
  }
  for (const product of organization.products.values()) {
    const isMeant = (variant: PosVariant) => (sku === undefined ? product.name === name : variant.sku === sku)
    const foundVariant = product.variants?.find(isMeant)
    if (foundVariant) {
      return foundVariant
    }
  }
  const variantName = sku === undefined ? `named ${name}` : `with the SKU ${sku}`
  throw new HttpError(404, "NOT_FOUND", `items: there are no goods ${variantName}`)
}
