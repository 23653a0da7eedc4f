import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PosClient } from "../../pos-api/client"
import { chooseUuid } from "../../modules/pos/queries/links"
import type { ClaimedStock } from "../../modules/pos/queries/stock-outbox"
import { subtractBalances } from "../../translate/stock"
import type { ConnectionRecord } from "../connection-record"
import { readAvailableStock } from "./read-available-stock"
import { findSending, markSent, recordSending, type SendingMovement, type ShopMovement } from "./sent-movements"

const inventoriesSchema = z.looseObject({ STORE: z.string(), SUPPLIER: z.string(), SOLD: z.string() })

type Inventories = z.infer<typeof inventoriesSchema>

type Push = { knex: Knex; connection: ConnectionRecord; client: PosClient; claims: ClaimedStock[]; now: Date }

/**
 * Tells the counter how the shop's available stock moved since both agreed. First what an earlier attempt may have
 * left unsent is sent again under its own identifier; then the difference that remains becomes a movement of its own.
 */
export async function pushStock({ knex, connection, client, claims, now }: Push): Promise<void> {
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  if (!client.inventory || !inventories.success) {
    return
  }
  const linkIds = claims.map((claim) => claim.id)
  await sendAll(
    knex,
    connection.id,
    client.inventory,
    inventories.data,
    await findSending(knex, connection.id, linkIds)
  )

  const available = await readAvailableStock(
    knex,
    connection.stock_location_id,
    claims.map((claim) => claim.variant_id)
  )
  const managed = claims.filter((claim) => available.has(claim.variant_id))
  await startTracking(client.inventory, managed)
  const movements = managed.flatMap((claim): ShopMovement[] => {
    const change = subtractBalances(available.get(claim.variant_id) ?? 0, claim.pos_balance ?? 0)
    // A baseline is recorded even when it is 0, so that tracking is known to have begun.
    return claim.tracked && new BigNumber(change).isZero()
      ? []
      : [
          {
            variantLinkId: claim.id,
            variantUuid: claim.variant_uuid,
            productUuid: claim.product_uuid,
            change,
            kind: claim.tracked ? "pushed" : "baseline",
          },
        ]
  })
  if (movements.length > 0) {
    const identifier = chooseUuid()
    await recordSending(knex, { connectionId: connection.id, identifier, movements, now })
    const sending = movements.map(({ variantUuid, productUuid, change }) => ({
      identifier,
      variant_uuid: variantUuid,
      product_uuid: productUuid,
      change,
    }))
    await sendAll(knex, connection.id, client.inventory, inventories.data, sending)
  }
}

type InventoryApi = NonNullable<PosClient["inventory"]>

/** Tracking begins with a baseline; enabling it twice changes nothing at the service. */
async function startTracking(inventory: InventoryApi, claims: ClaimedStock[]): Promise<void> {
  const productUuids = new Set(claims.filter((claim) => !claim.tracked).map((claim) => claim.product_uuid))
  if (productUuids.size > 0) {
    await inventory.setTracking([...productUuids].map((productUuid) => ({ productUuid, tracking: "enable" })))
  }
}

/** Sends movements, one call for each identifier. A repeat of an identifier is not applied again by the service. */
async function sendAll(
  knex: Knex,
  connectionId: string,
  inventory: InventoryApi,
  inventories: Inventories,
  sending: SendingMovement[]
): Promise<void> {
  for (const identifier of new Set(sending.map((movement) => movement.identifier))) {
    const movements = sending
      .filter((movement) => movement.identifier === identifier && !new BigNumber(movement.change).isZero())
      .map((movement) => toMovement(movement, inventories))
    if (movements.length > 0) {
      await inventory.move({ identifier, movements })
    }
    await markSent(knex, connectionId, identifier)
  }
}

/** Moves are positive: more stock comes from the supplier, less goes where sold goods go. */
function toMovement(movement: SendingMovement, { STORE, SUPPLIER, SOLD }: Inventories) {
  const change = new BigNumber(movement.change)
  return {
    productUuid: movement.product_uuid,
    variantUuid: movement.variant_uuid,
    ...(change.isPositive() ? { from: SUPPLIER, to: STORE } : { from: STORE, to: SOLD }),
    change: change.abs().toNumber(),
  }
}
