import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type PosClient, PosRefusedError } from "../../pos-api/client"
import { markSent, type SendingMovement, splitSending, takeBackSending } from "./sent-movements"

export const inventoriesSchema = z.looseObject({ STORE: z.string(), SUPPLIER: z.string(), SOLD: z.string() })

export type Inventories = z.infer<typeof inventoriesSchema>

export type StockSender = {
  knex: Knex
  connectionId: string
  inventory: NonNullable<PosClient["inventory"]>
  inventories: Inventories
}

/** A movement that the service does not take. */
export type RefusedMovement = { variantUuid: string; reason: string }

/**
 * Sends movements, one call for each identifier. A repeat of an identifier is not applied again by the service. What it
 * refuses together goes one by one, so that one variant (its tracking switched off, say) never holds up the others.
 * @returns why which variants were refused
 */
export async function sendMovements(sender: StockSender, sending: SendingMovement[]): Promise<RefusedMovement[]> {
  const refused: RefusedMovement[] = []
  for (const identifier of new Set(sending.map((movement) => movement.identifier))) {
    const together = sending.filter((movement) => movement.identifier === identifier)
    refused.push(...(await sendTogether(sender, identifier, together)))
  }
  return refused
}

async function sendTogether(
  sender: StockSender,
  identifier: string,
  together: SendingMovement[]
): Promise<RefusedMovement[]> {
  const { knex, connectionId, inventory, inventories } = sender
  const movements = together
    .filter((movement) => !new BigNumber(movement.change).isZero())
    .map((movement) => toMovement(movement, inventories))
  try {
    if (movements.length > 0) {
      await inventory.move({ identifier, movements })
    }
    await markSent(knex, connectionId, identifier)
    return []
  } catch (error) {
    if (!(error instanceof PosRefusedError)) {
      throw error
    }
    if (together.length === 1) {
      await takeBackSending(knex, connectionId, identifier)
      return together.map((movement) => ({ variantUuid: movement.variant_uuid, reason: error.message }))
    }
    return sendMovements(sender, await splitSending(knex, connectionId, identifier))
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
