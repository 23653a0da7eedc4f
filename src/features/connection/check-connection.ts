import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { StockSync } from "../../contract/connection"
import type { InboundSettingsChange, OutboundSettings } from "../../contract/settings"
import { POS_MODULE } from "../../modules/pos"
import { PosError } from "../../modules/pos/errors"
import { getMerchantDetails, type MerchantDetails, toMerchantDetails } from "../../modules/pos/connection-record"
import { type PosClient, PosForbiddenError, requireOrganization } from "../../pos-api/client"
import type { Organization } from "../../pos-api/contract"
import { chooseInventories } from "../stock"
import { type Credentials, openCredentials, REQUIRED_SCOPES } from "./credentials"
import { AlreadyConnectedError, toConnectError } from "./errors"
import { chooseTimeZone, getTaxation, getTimeZones } from "./profile"

export const regionSchema = z.object({ currency_code: z.string(), name: z.string() })

/**
 * Checks the credentials, their scopes, the organization, the choices and the currency before anything is stored or
 * created.
 * @throws PosError with the problem and what to do
 */
export async function checkConnection(container: MedusaContainer, input: ConnectInput): Promise<CheckedConnection> {
  const region = await findChoice(container, "region", input.region_id, ["currency_code", "name"], regionSchema)
  await findChoice(container, "sales_channel", input.sales_channel_id, ["id"], z.object({ id: z.string() }))
  await findChoice(container, "stock_location", input.stock_location_id, ["id"], z.object({ id: z.string() }))
  try {
    const { client, client_id, scopes, expires_at } = await openCredentials(container, input)
    checkScopes(scopes)
    const user = await client.users.self()
    if (input.connection_id !== undefined) {
      const { organization_uuid } = await container.resolve(POS_MODULE).findConnection(input.connection_id)
      requireOrganization(user.organizationUuid, organization_uuid)
    }
    const reconnects = await findFormerConnection(container, user.organizationUuid)
    await client.products.categories()
    await client.purchases.list({ limit: 1 })
    const profile = await readProfile(client)
    checkCurrency(profile, region)
    const inventories = await readInventories(client)
    const formerConnection = reconnects === null ? null : await container.resolve(POS_MODULE).findConnection(reconnects)
    const zones = chooseTimeZone(formerConnection === null ? null : getTimeZones(formerConnection), {
      named: profile?.timeZone,
      wanted: input.inbound_settings?.time_zone,
    })
    const { taxation_mode, taxation_type } =
      profile === null && formerConnection !== null ? formerConnection : getTaxation(profile)
    return {
      reconnects,
      organization_uuid: user.organizationUuid,
      // Without the scope to read the profile, the name read by an earlier key stays.
      organization_name: profile?.name ?? formerConnection?.organization_name ?? null,
      merchant_details:
        (profile && toMerchantDetails(profile)) ?? (formerConnection && getMerchantDetails(formerConnection)),
      country_code: profile?.country?.toLowerCase() ?? formerConnection?.country_code ?? null,
      currency_code: region.currency_code,
      taxation_mode,
      taxation_type,
      time_zone: zones.time_zone,
      chosen_time_zone: zones.chosen,
      customer_status: profile?.customerStatus ?? null,
      client_id,
      credentials_expire_at: expires_at?.toISOString() ?? null,
      inventories,
      stock_sync: chooseStockSync(inventories, input.inbound_settings?.stock_sync, formerConnection?.stock_sync),
    }
  } catch (error) {
    throw toConnectError(error)
  }
}

export async function findChoice<Row>(
  container: MedusaContainer,
  entity: string,
  id: string,
  fields: string[],
  schema: z.ZodType<Row>
): Promise<Row> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity, fields: ["id", ...fields], filters: { id } })
  const [row] = z.array(schema).parse(data)
  if (!row) {
    throw new PosError("pos_choice_not_found", `There is no ${entity.replace("_", " ")} "${id}" in this store.`)
  }
  return row
}

export function checkScopes(scopes: string[] | null): void {
  const missing = scopes ? REQUIRED_SCOPES.filter((scope) => !scopes.includes(scope)) : []
  if (missing.length > 0) {
    throw new PosError(
      "pos_scope_missing",
      `The API key lacks the scope ${missing.join(", ")}. Create a key with ${REQUIRED_SCOPES.join(", ")}.`
    )
  }
}

export async function findFormerConnection(
  container: MedusaContainer,
  organizationUuid: string
): Promise<string | null> {
  const [former] = await container.resolve(POS_MODULE).listPosConnections({ organization_uuid: organizationUuid })
  if (former && former.state !== "disconnected") {
    throw new AlreadyConnectedError(former.id)
  }
  return former?.id ?? null
}

/** Reads the organization's profile; null without the scope. Such a key still works, with the region's currency. */
export async function readProfile(client: PosClient): Promise<Organization | null> {
  try {
    return await client.organizations.profile()
  } catch (error) {
    if (error instanceof PosForbiddenError) {
      return null
    }
    throw error
  }
}

export function checkCurrency(profile: Organization | null, region: z.infer<typeof regionSchema>): void {
  const currency = profile?.currency?.toLowerCase()
  if (currency && currency !== region.currency_code.toLowerCase()) {
    throw new PosError(
      "pos_currency_mismatch",
      `The organization sells in ${currency.toUpperCase()}, the region "${region.name}" in ` +
        `${region.currency_code.toUpperCase()}. Choose a region with the organization's currency.`
    )
  }
}

/**
 * Chooses the stock policy. A reconnect keeps its former policy unless another is chosen, as far as the POS's
 * interfaces allow.
 */
function chooseStockSync(
  inventories: object | null,
  requested: StockSync | undefined,
  former: StockSync | undefined
): StockSync {
  if (requested === "two_way" && !inventories) {
    throw new PosError(
      "pos_inventory_missing",
      "Stock cannot go both ways: no inventory interface is set up. Choose another."
    )
  }
  const chosenSync = requested ?? former ?? "two_way"
  return chosenSync === "two_way" && !inventories ? "pos_to_store" : chosenSync
}

export async function readInventories(client: PosClient): Promise<Record<string, string> | null> {
  const inventories = await client.inventory?.inventories()
  return inventories ? chooseInventories(inventories) : null
}

export type ConnectInput = Credentials & {
  /** the connection that is connected again; credentials of another organization are then rejected */
  connection_id?: string
  sales_channel_id: string
  stock_location_id: string
  region_id: string
  contact_email?: string
  /** initial outbound settings; missing ones keep their former value, or the default */
  outbound_settings?: Partial<OutboundSettings>
  /** initial inbound settings, likewise */
  inbound_settings?: InboundSettingsChange
}

/** Result of the checks: all data from which a connection is created. */
export type CheckedConnection = {
  /** id of the organization's former connection, which is used again with all its links */
  reconnects: string | null
  organization_uuid: string
  organization_name: string | null
  merchant_details: MerchantDetails | null
  country_code: string | null
  currency_code: string
  taxation_mode: string | null
  taxation_type: string | null
  time_zone: string | null
  /** the setting; null where the POS's profile names the time zone */
  chosen_time_zone: string | null
  customer_status: string | null
  client_id: string
  /** UTC, ISO 8601 */
  credentials_expire_at: string | null
  inventories: Record<string, string> | null
  stock_sync: StockSync
}
