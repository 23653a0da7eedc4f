import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { PosError } from "../../modules/pos/errors"
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
import { type Credentials, openCredentials, RECOMMENDED_SCOPES } from "./credentials"
import { AlreadyConnectedError, ContactEmailMissingError, toConnectError } from "./errors"
import { getDestination, PROBED_CONNECTION, probeDestination } from "./webhook-destination"

export const CHECKS = [
  ...(["store", "key", "scopes", "organization", "currency", "stock"] as const),
  ...(["destination", "subscription"] as const),
] as const

/**
 * Result of one check. `notice`: it works, but the person should know something; `skipped`: an earlier failure prevents
 * it.
 */
export type Check = {
  name: (typeof CHECKS)[number]
  state: "passed" | "notice" | "failed" | "skipped"
  /** the result, or the problem and what to do */
  message: string | null
  /** an `ErrorCode`, or CUSTOMER_NOT_ACCEPTED */
  code: string | null
  /** id of the organization's existing connection, with the code `pos_already_connected` */
  connection_id: string | null
}

/**
 * Code of a notice: the POS's provider has not accepted the organization as a customer, which does not prevent
 * connecting.
 */
const CUSTOMER_NOT_ACCEPTED = "pos_customer_not_accepted"

type Findings = {
  client?: PosClient
  scopes?: string[] | null
  profile?: Organization | null
  reconnects?: string | null
}

/** A key that expires within this time causes a notice, in milliseconds. */
const ENDS_SOON_MS = 30 * 86_400_000

export type CheckInput = Credentials & { region_id?: string; contact_email?: string }

/**
 * Runs the checks of connect, without storing or creating anything. It reports all of them, so that a person can fix
 * all problems at once.
 */
export async function runChecks(
  container: MedusaContainer,
  input: CheckInput
): Promise<{ checks: Check[]; organization: Organization | null; reconnects: string | null }> {
  const pos = container.resolve(POS_MODULE)
  const findings: Findings = {}
  const checks: Check[] = []
  const check = async (name: Check["name"], needsClient: boolean, ask: () => Promise<Asked>) => {
    checks.push(
      needsClient && !findings.client
        ? { name, state: "skipped", message: null, code: null, connection_id: null }
        : await run(name, ask)
    )
  }
  await check("store", false, async () => {
    await pos.seal("pos_check", "")
    return {}
  })
  await check("key", false, async () => {
    const { client, scopes, expires_at } = await openCredentials(container, input)
    // The key's own claims are known regardless of the POS's answer.
    findings.scopes = scopes
    const user = await client.users.self()
    findings.reconnects = await findFormerConnection(container, user.organizationUuid)
    findings.client = client
    const endsSoon = expires_at !== null && expires_at.getTime() - (await pos.now()).getTime() < ENDS_SOON_MS
    return { message: endsSoon ? expires_at.toISOString().slice(0, 10) : user.organizationUuid, notice: endsSoon }
  })
  await check("scopes", findings.scopes === undefined, async () => {
    const scopes = findings.scopes ?? null
    checkScopes(scopes)
    if (!findings.client) {
      return { notice: scopes === null, message: scopes?.join(", ") ?? null }
    }
    await findings.client.products.categories()
    await findings.client.purchases.list({ limit: 1 })
    const missing = scopes ? RECOMMENDED_SCOPES.filter((scope) => !scopes.includes(scope)) : []
    return missing.length > 0 ? { message: missing.join(", "), notice: true } : { message: scopes?.join(", ") ?? null }
  })
  await check("organization", true, async () => {
    findings.profile = findings.client ? await readProfile(findings.client) : null
    const { name = null, customerStatus = null } = findings.profile ?? {}
    const isAccepted = customerStatus === null || customerStatus === ACCEPTED_CUSTOMER
    const code = isAccepted ? null : CUSTOMER_NOT_ACCEPTED
    return { message: name ?? null, code, notice: findings.profile === null || !isAccepted }
  })
  await check("currency", true, async () => {
    const { region_id } = input
    if (!region_id) {
      return { message: findings.profile?.currency ?? null, notice: true }
    }
    const region = await findChoice(container, "region", region_id, ["currency_code", "name"], regionSchema)
    checkCurrency(findings.profile ?? null, region)
    return { message: region.currency_code.toUpperCase() }
  })
  await check("stock", true, async () => {
    const inventories = findings.client ? await readInventories(findings.client) : null
    return { notice: inventories === null }
  })
  await check("destination", false, async () => ({
    message: getDestination(await pos.getOptions(), "").replace(/\/+$/, ""),
  }))
  await check("subscription", true, async () => {
    const options = await pos.getOptions()
    const contactEmail = input.contact_email ?? options.contactEmail
    const destination = getDestination(options, PROBED_CONNECTION)
    if (!contactEmail) {
      throw new ContactEmailMissingError()
    }
    if (findings.client) {
      await probeDestination(findings.client, { destination, contactEmail, now: async () => pos.now() })
    }
    return { message: contactEmail }
  })
  return { checks, organization: findings.profile ?? null, reconnects: findings.reconnects ?? null }
}

type Asked = { message?: string | null; notice?: boolean; code?: string | null }

async function run(name: Check["name"], ask: () => Promise<Asked>): Promise<Check> {
  try {
    const { message = null, notice = false, code = null } = await ask()
    return { name, state: notice ? "notice" : "passed", message, code, connection_id: null }
  } catch (error) {
    const connectError = toConnectError(error)
    if (!(connectError instanceof PosError)) {
      throw error
    }
    const connection_id = connectError instanceof AlreadyConnectedError ? connectError.connectionId : null
    return { name, state: "failed", message: connectError.message, code: connectError.code ?? null, connection_id }
  }
}
