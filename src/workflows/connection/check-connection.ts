import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import { type PosClient, PosForbiddenError } from "../../pos-api/client"
import type { Organization } from "../../pos-api/contract"
import type { StockPolicy } from "../../vocabulary/connection"
import { chooseInventories } from "../stock/inventories"
import { taxationOf } from "./apply-profile"
import { AlreadyConnectedError, ConnectError, toConnectError } from "./connect-errors"
import type { CheckedConnection, ConnectInput } from "./connect-input"
import { openCredentials } from "./credentials"
import { REQUIRED_SCOPES } from "./scopes"

export const regionSchema = z.object({ currency_code: z.string(), name: z.string() })

/**
 * Checks the key, its scopes, the organisation, the choices and the currency before anything is stored or made.
 * @throws ConnectError saying what is wrong and what to do
 */
export async function checkConnection(container: MedusaContainer, input: ConnectInput): Promise<CheckedConnection> {
  const region = await findChoice(container, "region", input.region_id, ["currency_code", "name"], regionSchema)
  await findChoice(container, "sales_channel", input.sales_channel_id, ["id"], z.object({ id: z.string() }))
  await findChoice(container, "stock_location", input.stock_location_id, ["id"], z.object({ id: z.string() }))
  try {
    const { client, client_id, scopes, expires_at } = await openCredentials(container, input)
    checkScopes(scopes)
    const user = await client.users.self()
    const reconnects = await findFormerConnection(container, user.organizationUuid)
    await client.products.categories()
    await client.purchases.list({ limit: 1 })
    const profile = await readProfile(client)
    checkCurrency(profile, region)
    const inventories = await readInventories(client)
    const former = reconnects === null ? null : await container.resolve(POS_MODULE).findConnection(reconnects)
    return {
      reconnects,
      organization_uuid: user.organizationUuid,
      organization_name: profile?.name ?? null,
      country_code: profile?.country?.toLowerCase() ?? null,
      currency_code: region.currency_code,
      ...taxationOf(profile),
      time_zone: profile?.timeZone ?? null,
      customer_status: profile?.customerStatus ?? null,
      client_id,
      credentials_expire_at: expires_at?.toISOString() ?? null,
      inventories,
      stock_policy: chooseStockPolicy(inventories, input.mirror_settings?.stock_policy, former?.stock_policy),
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
    throw new ConnectError("notFound", `There is no ${entity.replace("_", " ")} "${id}" in this shop.`)
  }
  return row
}

export function checkScopes(scopes: string[] | null): void {
  const missing = scopes ? REQUIRED_SCOPES.filter((scope) => !scopes.includes(scope)) : []
  if (missing.length > 0) {
    throw new ConnectError(
      "missingScope",
      `The API key lacks the scope ${missing.join(", ")}. Create a key with ${REQUIRED_SCOPES.join(", ")}.`
    )
  }
}

export async function findFormerConnection(
  container: MedusaContainer,
  organizationUuid: string
): Promise<string | null> {
  const [known] = await container.resolve(POS_MODULE).listPosConnections({ organization_uuid: organizationUuid })
  if (known && known.state !== "disconnected") {
    throw new AlreadyConnectedError(known.id)
  }
  return known?.id ?? null
}

/** The profile needs a scope of its own; a key without it still works, with the region's currency. */
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
    throw new ConnectError(
      "currency",
      `The organisation sells in ${currency.toUpperCase()}, the region "${region.name}" in ` +
        `${region.currency_code.toUpperCase()}. Choose a region with the organisation's currency.`
    )
  }
}

/** A connection that is made again keeps its policy unless another is chosen, as far as the POS's interfaces allow. */
function chooseStockPolicy(
  inventories: object | null,
  wanted: StockPolicy | undefined,
  former: StockPolicy | undefined
): StockPolicy {
  if (wanted === "two-way" && !inventories) {
    throw new ConnectError(
      "noInventory",
      "Stock cannot go both ways: no inventory interface is set up. Choose another."
    )
  }
  const chosen = wanted ?? former ?? "two-way"
  return chosen === "two-way" && !inventories ? "pos-only" : chosen
}

export async function readInventories(client: PosClient): Promise<Record<string, string> | null> {
  const inventories = await client.inventory?.inventories()
  return inventories ? chooseInventories(inventories) : null
}
