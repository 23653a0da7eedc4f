import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { FULFILLMENT_PROVIDER, meansOfPayment, PAYMENT_PROVIDERS, getPaymentProvider } from "../contract/receipts"
import { jsonText } from "../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"

/** Medusa's own providers, which every store has. */
const SYSTEM_PAYMENTS = "pp_system_default"
const MANUAL_FULFILLMENT = "manual_manual"

/** The providers that a POS order's payments and fulfillment name. */
export type OrderProviders = { payment: (type: string) => string; fulfillment: string }

/** Which of our providers the store has registered. */
type RegisteredProviders = { payment: boolean; fulfillment: boolean }

/**
 * Finds which of our providers are registered. Medusa has a row for each provider that it was started with; it disables
 * those of fulfillment when they are removed.
 */
export async function findRegisteredProviders(sql: Sql): Promise<RegisteredProviders> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM payment_provider WHERE id = ANY(?) AND is_enabled AND deleted_at IS NULL
     UNION ALL
     SELECT id FROM fulfillment_provider WHERE id = ? AND is_enabled AND deleted_at IS NULL`,
    [[...PAYMENT_PROVIDERS], FULFILLMENT_PROVIDER]
  )
  const existingIds = new Set(rows.map(({ id }) => id))
  return {
    payment: PAYMENT_PROVIDERS.every((id) => existingIds.has(id)),
    fulfillment: existingIds.has(FULFILLMENT_PROVIDER),
  }
}

/** Medusa's type of a fulfillment provider does not name this column. */
const enabledSchema = z.object({ is_enabled: z.boolean() })

/** As {@link findRegisteredProviders}, by Medusa's services. */
export async function listRegisteredProviders(container: MedusaContainer): Promise<RegisteredProviders> {
  const payments = await container
    .resolve(Modules.PAYMENT)
    .listPaymentProviders({ id: [...PAYMENT_PROVIDERS], is_enabled: true })
  const fulfillments = await container
    .resolve(Modules.FULFILLMENT)
    .listFulfillmentProviders({ id: FULFILLMENT_PROVIDER })
  const enabled = new Set(payments.map(({ id }) => id))
  return {
    payment: PAYMENT_PROVIDERS.every((id) => enabled.has(id)),
    fulfillment: z
      .array(enabledSchema)
      .parse(fulfillments)
      .some(({ is_enabled }) => is_enabled),
  }
}

/** Our providers where they are registered, else Medusa's own: its modules must know the providers that rows name. */
export function orderProviders({ payment, fulfillment }: RegisteredProviders): OrderProviders {
  return {
    payment: (type) => (payment ? getPaymentProvider(meansOfPayment(type)) : SYSTEM_PAYMENTS),
    fulfillment: fulfillment ? FULFILLMENT_PROVIDER : MANUAL_FULFILLMENT,
  }
}

const unnamedSchema = z.object({ id: z.string(), payment_session_id: z.string(), type: z.string() })

type Unnamed = z.output<typeof unnamedSchema>

/** Query for payments of imported orders that were written while our providers were not registered. */
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

/** Whether any row of imported orders names Medusa's own provider although ours is registered. */
export async function isUnnamed(sql: Sql, orderIds: string[], registered: RegisteredProviders): Promise<boolean> {
  const remaining = await sql(
    z.unknown(),
    `SELECT 1 FROM (SELECT id FROM (${UNNAMED_PAYMENTS}) AS paid WHERE ?::boolean
       UNION ALL SELECT id FROM (${UNNAMED_FULFILLMENTS}) AS given WHERE ?::boolean) AS unnamed LIMIT 1`,
    [orderIds, medusas.payment(""), registered.payment, orderIds, medusas.fulfillment, registered.fulfillment]
  )
  return remaining.length > 0
}

/**
 * Sets our providers on the payments, their sessions and the fulfillments of imported orders, where they are registered
 * and the rows name Medusa's own. The time of the last change stays, because the order itself has not changed. In a
 * transaction.
 * @returns how many payments and fulfillments it changed
 */
export async function nameProviders(sql: Sql, orderIds: string[], registered: RegisteredProviders): Promise<number> {
  let namedCount = 0
  if (registered.payment) {
    const payments = await sql(unnamedSchema, UNNAMED_PAYMENTS, [orderIds, medusas.payment("")])
    await writePaymentProviders(sql, payments)
    namedCount += payments.length
  }
  if (registered.fulfillment) {
    const fulfillments = await sql(
      z.object({ id: z.string() }),
      `UPDATE fulfillment SET provider_id = ? WHERE id = ANY(ARRAY(${UNNAMED_FULFILLMENTS})) RETURNING id`,
      [FULFILLMENT_PROVIDER, orderIds, medusas.fulfillment]
    )
    namedCount += fulfillments.length
  }
  return namedCount
}

async function writePaymentProviders(sql: Sql, payments: Unnamed[]): Promise<void> {
  const rows = payments.map(({ id, payment_session_id, type }) => ({
    id,
    payment_session_id,
    provider_id: ours.payment(type),
  }))
  await sql(
    z.unknown(),
    `WITH named AS (
       SELECT * FROM json_to_recordset(?::json) AS input(id text, payment_session_id text, provider_id text)
     ), sessions AS (
       UPDATE payment_session AS session SET provider_id = named.provider_id FROM named
       WHERE session.id = named.payment_session_id AND session.id = ANY(?)
     )
     UPDATE payment SET provider_id = named.provider_id FROM named
     WHERE payment.id = named.id AND payment.id = ANY(?)`,
    [jsonText(rows), payments.map((payment) => payment.payment_session_id), payments.map(({ id }) => id)]
  )
}
