import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { recordRestoredFields } from "../../modules/pos/queries/catalogue/restored-fields"
import type { FieldChange } from "../../translate/field-changes"
import { describeValue } from "../../translate/restored-fields"
import { notifyAdmin } from "../connection/notify-admin"

/** A product at the POS whose edits a push replaced by the store's values. */
export type ProductWithRestoredFields = {
  link_id: string
  product_id: string
  name: string | null
  fields: FieldChange[]
}

/** Records edits at the POS that a batch of pushes restored, and notifies the admin once, unless all of them repeat. */
export async function recordRestorations(
  container: MedusaContainer,
  connection: ConnectionRecord,
  products: ProductWithRestoredFields[]
): Promise<void> {
  const restored = products.filter(({ fields }) => fields.length > 0)
  const [first] = restored
  const [field] = first?.fields ?? []
  if (!first || !field) {
    return
  }
  const recorded = restored.map(({ link_id, product_id, fields }) => ({
    link_id,
    product_id,
    fields: fields.map((change) => ({
      field: change.field,
      before: change.before,
      after: change.after,
      pos_text: describeValue(change.before),
      store_text: describeValue(change.after),
    })),
  }))
  const added = await container
    .resolve(POS_MODULE)
    .transaction((sql, now) => recordRestoredFields(sql, now, connection.id, recorded))
  if (added === 0) {
    return
  }
  const values = `${describeValue(field.before) ?? "nothing"} → ${describeValue(field.after) ?? "nothing"}`
  await notifyAdmin(container, {
    title: "Point of sale: edits at the POS were restored",
    description:
      `The store owns fields that were edited at the POS: ${added} in ${restored.length} products, ` +
      `for example ${first.name ?? first.product_id}, ${field.field}: ${values}. ` +
      "The store's values are back at the POS. To keep such edits, let the POS own the field in the connection's settings.",
    key: `pos:restored-fields:${connection.id}:${randomUUID()}`,
  })
}
