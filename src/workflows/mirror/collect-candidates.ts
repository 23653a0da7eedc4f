import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { keepCandidates } from "../../modules/pos/queries/catalogue/product-candidates"
import { parseTimestamp } from "../../pos-api/contract"
import { draftTitle } from "../../translate/shop-draft"
import { adoptCandidates } from "../adopt/adopt-candidates"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { ProductNotification } from "./judge-products"

/** A product of the counter could not become a draft of the shop. It is tried again, and waits in the list meanwhile. */
class DraftNotMadeError extends Error {
  constructor(reasons: string[]) {
    super(reasons.join("; "))
    this.name = "DraftNotMadeError"
  }
}

/**
 * Products at the counter that the shop does not have are kept as candidates, or where the connection says so become
 * drafts of the shop at once: each once, and only those that were made since the connection was. One that a person
 * threw away waits in the list like any other.
 */
export async function collectCandidates(
  container: MedusaContainer,
  connection: ConnectionRecord,
  strangers: ProductNotification[]
): Promise<void> {
  const choice = mirrorSettingsOf(connection).counter_creation
  const pos = container.resolve(POS_MODULE)
  const keep = async (products: ProductNotification[], gone: boolean) =>
    pos.query((sql, now) =>
      keepCandidates(sql, {
        ...{ connectionId: connection.id, now, gone },
        products: products.map(({ product, updatedAt }) => ({
          ...{ product_uuid: product.uuid, name: draftTitle(product), content: product, counter_updated_at: updatedAt },
        })),
      })
    )
  const gone = strangers.filter(({ deleted }) => deleted)
  if (gone.length > 0) {
    await keep(gone, true)
  }
  const there = strangers.filter(({ deleted }) => !deleted)
  if (there.length === 0 || choice === "ignore") {
    return
  }
  const kept = new Map((await keep(there, false)).map((one) => [one.product_uuid, one]))
  if (choice === "draft") {
    const fresh = there.flatMap(({ product }) => {
      const candidate = kept.get(product.uuid)
      const isYoung = (parseTimestamp(product.created) ?? connection.created_at) >= connection.created_at
      return candidate?.undecided && isYoung ? [{ id: candidate.id, product_id: null }] : []
    })
    const failed = (await adoptCandidates(container, connection, fresh)).flatMap(({ reason }) => reason ?? [])
    if (failed.length > 0) {
      throw new DraftNotMadeError(failed)
    }
  }
}
