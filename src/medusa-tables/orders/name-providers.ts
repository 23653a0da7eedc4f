import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import { FULFILLMENT_PROVIDER } from "../../vocabulary/counter-providers"
import { orderProviders, type RegisteredProviders } from "./order-providers"

const unnamedSchema = z.object({ id: z.string(), payment_session_id: z.string(), type: z.string() })

type Unnamed = z.output<typeof unnamedSchema>

/** Of mirrored orders the payments that were written while our providers were not registered. */
const UNNAMED_PAYMENTS = `
  SELECT payment.id, payment.payment_session_id, coalesce(payment.data ->> 'pos_payment_type', '') AS type
  FROM order_payment_collection AS link
  JOIN payment ON payment.payment_collection_id = link.payment_collection_id
  WHERE link.order_id = ANY(?) AND payment.provider_id = ?`

const UNNAMED_FULFILLMENTS = `
  SELECT fulfillment.id FROM order_fulfillment AS link JOIN fulfillment ON fulfillment.id = link.fulfillment_id
  WHERE link.order_id = ANY(?) AND fulfillment.provider_id = ?`

const medusas = orderProviders({ payment: false, fulfillment: false })
const ours = orderProviders({ payment: true, fulfillment: true })

/** Whether any row of mirrored orders names Medusa's own provider where ours is registered. */
export async function isUnnamed(sql: Sql, orderIds: string[], registered: RegisteredProviders): Promise<boolean> {
  const left = await sql(
    z.unknown(),
    `SELECT 1 FROM (SELECT id FROM (${UNNAMED_PAYMENTS}) AS paid WHERE ?::boolean
       UNION ALL SELECT id FROM (${UNNAMED_FULFILLMENTS}) AS given WHERE ?::boolean) AS unnamed LIMIT 1`,
    [orderIds, medusas.payment(""), registered.payment, orderIds, medusas.fulfillment, registered.fulfillment]
  )
  return left.length > 0
}

/**
 * Names our providers on the payments, their sessions and the fulfilments of mirrored orders, where they are registered and
 * the rows name Medusa's own. The time of the last change stays: nothing has happened to the order. In a transaction.
 * @returns how many payments and fulfilments it named
 */
export async function nameProviders(sql: Sql, orderIds: string[], registered: RegisteredProviders): Promise<number> {
  let named = 0
  if (registered.payment) {
    const payments = await sql(unnamedSchema, UNNAMED_PAYMENTS, [orderIds, medusas.payment("")])
    await writePaymentProviders(sql, payments)
    named += payments.length
  }
  if (registered.fulfillment) {
    const fulfillments = await sql(
      z.object({ id: z.string() }),
      `UPDATE fulfillment SET provider_id = ? WHERE id = ANY(ARRAY(${UNNAMED_FULFILLMENTS})) RETURNING id`,
      [FULFILLMENT_PROVIDER, orderIds, medusas.fulfillment]
    )
    named += fulfillments.length
  }
  return named
}

async function writePaymentProviders(sql: Sql, payments: Unnamed[]): Promise<void> {
  const rows = payments.map(({ id, payment_session_id, type }) => ({
    ...{ id, payment_session_id, provider_id: ours.payment(type) },
  }))
  await sql(
    z.unknown(),
    `WITH named AS (
       SELECT * FROM json_to_recordset(?::json) AS one(id text, payment_session_id text, provider_id text)
     ), sessions AS (
       UPDATE payment_session AS session SET provider_id = named.provider_id FROM named
       WHERE session.id = named.payment_session_id AND session.id = ANY(?)
     )
     UPDATE payment SET provider_id = named.provider_id FROM named
     WHERE payment.id = named.id AND payment.id = ANY(?)`,
    [jsonText(rows), payments.map((one) => one.payment_session_id), payments.map(({ id }) => id)]
  )
}
