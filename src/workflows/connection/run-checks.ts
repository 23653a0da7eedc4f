import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { PosClient } from "../../pos-api/client"
import { ACCEPTED_CUSTOMER, type Organization } from "../../pos-api/contract"
import {
  checkCurrency,
  checkScopes,
  findChoice,
  findFormerConnection,
  readInventories,
  readProfile,
  regionSchema,
} from "./check-connection"
import { AlreadyConnectedError, ContactEmailMissingError, toConnectError } from "./connect-errors"
import { type Credentials, openCredentials } from "./credentials"
import { destinationOf } from "./destination"
import { PROBED_CONNECTION, probeDestination } from "./probe-destination"
import { RECOMMENDED_SCOPES } from "./scopes"

export const CHECKS = [
  ...(["shop", "key", "scopes", "organization", "currency", "stock"] as const),
  ...(["destination", "subscription"] as const),
] as const

/** `notice`: it works, and the person should know something; `skipped`: an earlier failure left nothing to ask. */
export type Check = {
  name: (typeof CHECKS)[number]
  state: "passed" | "notice" | "failed" | "skipped"
  /** what was found, or what is wrong and what to do */
  message: string | null
  /** one of CONNECT_ERROR_CODES, or CUSTOMER_NOT_ACCEPTED, for what can be told apart */
  code: string | null
  /** the connection that the organization has already, with the code `pos_already_connected` */
  connection_id: string | null
}

/** The organization works, and its provider has not accepted it as a customer: a notice, no error of connecting. */
const CUSTOMER_NOT_ACCEPTED = "pos_customer_not_accepted"

type Findings = {
  client?: PosClient
  scopes?: string[] | null
  profile?: Organization | null
  reconnects?: string | null
}

/** A key that ends within this time is told of. */
const ENDS_SOON_MS = 30 * 86_400_000

export type CheckInput = Credentials & { region_id?: string; contact_email?: string }

/**
 * What connecting would check, one by one, without storing or making anything. All checks are told of, so that a
 * person can mend everything at once.
 */
export async function runChecks(
  container: MedusaContainer,
  input: CheckInput
): Promise<{ checks: Check[]; organization: Organization | null; reconnects: string | null }> {
  const pos = container.resolve(POS_MODULE)
  const found: Findings = {}
  const checks: Check[] = []
  const check = async (name: Check["name"], needsClient: boolean, ask: () => Promise<Asked>) => {
    checks.push(
      needsClient && !found.client
        ? { name, state: "skipped", message: null, code: null, connection_id: null }
        : await run(name, ask)
    )
  }
  await check("shop", false, async () => {
    await pos.seal("pos_check", "")
    return {}
  })
  await check("key", false, async () => {
    const { client, scopes, expires_at } = await openCredentials(container, input)
    // What the key says of itself is known, whatever the service answers.
    found.scopes = scopes
    const user = await client.users.self()
    found.reconnects = await findFormerConnection(container, user.organizationUuid)
    found.client = client
    const endsSoon = expires_at !== null && expires_at.getTime() - (await pos.now()).getTime() < ENDS_SOON_MS
    return { message: endsSoon ? expires_at.toISOString().slice(0, 10) : user.organizationUuid, notice: endsSoon }
  })
  await check("scopes", found.scopes === undefined, async () => {
    const scopes = found.scopes ?? null
    checkScopes(scopes)
    if (!found.client) {
      return { notice: scopes === null, message: scopes?.join(", ") ?? null }
    }
    await found.client.products.categories()
    await found.client.purchases.list({ limit: 1 })
    const missing = scopes ? RECOMMENDED_SCOPES.filter((scope) => !scopes.includes(scope)) : []
    return missing.length > 0 ? { message: missing.join(", "), notice: true } : { message: scopes?.join(", ") ?? null }
  })
  await check("organization", true, async () => {
    found.profile = found.client ? await readProfile(found.client) : null
    const { name = null, customerStatus = null } = found.profile ?? {}
    const isAccepted = customerStatus === null || customerStatus === ACCEPTED_CUSTOMER
    const code = isAccepted ? null : CUSTOMER_NOT_ACCEPTED
    return { message: name ?? null, code, notice: found.profile === null || !isAccepted }
  })
  await check("currency", true, async () => {
    const { region_id } = input
    if (!region_id) {
      return { message: found.profile?.currency ?? null, notice: true }
    }
    const region = await findChoice(container, "region", region_id, ["currency_code", "name"], regionSchema)
    checkCurrency(found.profile ?? null, region)
    return { message: region.currency_code.toUpperCase() }
  })
  await check("stock", true, async () => {
    const inventories = found.client ? await readInventories(found.client) : null
    return { notice: inventories === null }
  })
  await check("destination", false, async () => ({
    message: destinationOf(await pos.getOptions(), "").replace(/\/+$/, ""),
  }))
  await check("subscription", true, async () => {
    const options = await pos.getOptions()
    const contactEmail = input.contact_email ?? options.contactEmail
    const destination = destinationOf(options, PROBED_CONNECTION)
    if (!contactEmail) {
      throw new ContactEmailMissingError()
    }
    if (found.client) {
      await probeDestination(found.client, { destination, contactEmail, now: async () => pos.now() })
    }
    return { message: contactEmail }
  })
  return { checks, organization: found.profile ?? null, reconnects: found.reconnects ?? null }
}

type Asked = { message?: string | null; notice?: boolean; code?: string | null }

async function run(name: Check["name"], ask: () => Promise<Asked>): Promise<Check> {
  try {
    const { message = null, notice = false, code = null } = await ask()
    return { name, state: notice ? "notice" : "passed", message, code, connection_id: null }
  } catch (error) {
    const told = toConnectError(error)
    if (!(told instanceof MedusaError)) {
      throw error
    }
    const connection_id = told instanceof AlreadyConnectedError ? told.connectionId : null
    return { name, state: "failed", message: told.message, code: told.code ?? null, connection_id }
  }
}
