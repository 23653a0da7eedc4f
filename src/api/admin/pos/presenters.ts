import type { InferTypeOf } from "@medusajs/framework/types"
import type {
  PosInboxEntry,
  PosProductLink,
  PosReceipt,
  PosStockDifference,
  PosVariantLink,
} from "../../../modules/pos/models"
import type { ProductLinkCounts } from "../../../modules/pos/queries/outbox/product-counts"
import type { ConnectionRecord } from "../../../workflows/connection/connection-record"

/** A connection without its secrets; `credentials` tells only of which kind they are. */
export function presentConnection(connection: ConnectionRecord, counts: ProductLinkCounts) {
  const {
    api_key_sealed: keySealed,
    authorization_id: authorizationId,
    purchase_cursor: _cursor,
    inventories: _inventories,
    audit_cursor: _audit,
    deleted_at: _deleted,
    ...shown
  } = connection
  const credentials = authorizationId !== null ? "sign-in" : keySealed !== null ? "api-key" : null
  return { ...shown, credentials, product_links: counts }
}

type VariantLink = InferTypeOf<typeof PosVariantLink>

export function presentProductLink(link: InferTypeOf<typeof PosProductLink>, variants: VariantLink[]) {
  return {
    id: link.id,
    connection_id: link.connection_id,
    product_id: link.product_id,
    product_uuid: link.product_uuid,
    state: link.revision > link.pushed_revision ? "pending" : link.state,
    rejection: link.rejection,
    inclusion: link.inclusion,
    overrides: link.overrides,
    /** true while the counter has a version of it, if only an older one */
    at_counter: link.accepted_content !== null,
    notes: link.notes ?? [],
    pushed_at: link.pushed_at,
    variants: variants
      .filter((variant) => variant.product_link_id === link.id)
      .map(({ variant_id, variant_uuid, pos_balance, stock_error }) => ({
        variant_id,
        variant_uuid,
        pos_balance,
        stock_error,
      })),
  }
}

/** Amounts are integers in minor units. */
export function presentReceipt({
  deleted_at: _deleted,
  payload: _payload,
  ...receipt
}: InferTypeOf<typeof PosReceipt>) {
  return {
    ...receipt,
    amount: Number(receipt.amount),
    vat_amount: receipt.vat_amount === null ? null : Number(receipt.vat_amount),
  }
}

export function presentInboxEntry({
  deleted_at: _deleted,
  payload: _payload,
  ...entry
}: InferTypeOf<typeof PosInboxEntry>) {
  return entry
}

/** Levels are decimal text. */
export function presentStockDifference(
  { deleted_at: _deleted, ...difference }: InferTypeOf<typeof PosStockDifference>,
  links: VariantLink[]
) {
  const link = links.find(({ id }) => id === difference.variant_link_id)
  return { ...difference, variant_id: link?.variant_id ?? null, variant_uuid: link?.variant_uuid ?? null }
}
