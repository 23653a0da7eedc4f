import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import {
  FULFILLMENT_PROVIDER,
  meansOfPayment,
  PAYMENT_PROVIDERS,
  paymentProviderOf,
} from "../../vocabulary/counter-providers"

/** Medusa's own, which every shop has. */
const SYSTEM_PAYMENTS = "pp_system_default"
const MANUAL_FULFILLMENT = "manual_manual"

/** Which providers a counter order's payments and fulfilment name. */
export type OrderProviders = { payment: (type: string) => string; fulfillment: string }

/** Which of our providers the shop has registered. */
export type RegisteredProviders = { payment: boolean; fulfillment: boolean }

/** Medusa has a row for each provider that it was started with; those of fulfilment it disables when they go. */
export async function findRegisteredProviders(sql: Sql): Promise<RegisteredProviders> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM payment_provider WHERE id = ANY(?) AND is_enabled AND deleted_at IS NULL
     UNION ALL
     SELECT id FROM fulfillment_provider WHERE id = ? AND is_enabled AND deleted_at IS NULL`,
    [[...PAYMENT_PROVIDERS], FULFILLMENT_PROVIDER]
  )
  const there = new Set(rows.map(({ id }) => id))
  return {
    payment: PAYMENT_PROVIDERS.every((id) => there.has(id)),
    fulfillment: there.has(FULFILLMENT_PROVIDER),
  }
}

/** Ours where they are registered, and Medusa's own where not: its modules want to know the providers that rows name. */
export function orderProviders({ payment, fulfillment }: RegisteredProviders): OrderProviders {
  return {
    payment: (type) => (payment ? paymentProviderOf(meansOfPayment(type)) : SYSTEM_PAYMENTS),
    fulfillment: fulfillment ? FULFILLMENT_PROVIDER : MANUAL_FULFILLMENT,
  }
}
