import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedProductLink, ProductPushResult } from "../../modules/pos/queries/outbox/product-outbox"
import { deleteProductParts, findProductParts } from "../../modules/pos/queries/outbox/product-parts"
import type { PosClient } from "../../pos-api/client"
import type { MappedProduct } from "./map-products"
import type { Fate } from "./product-fate"
import { removeProducts } from "./remove-products"

/** Products that are no longer sold at the counter leave it or stay there, each as its fate says. */
export async function leaveProducts(
  container: MedusaContainer,
  client: PosClient,
  left: { link: ClaimedProductLink; fate: Exclude<Fate, "sold"> }[]
): Promise<ProductPushResult[]> {
  const taken = left.filter(({ fate }) => fate === "excluded" || fate === "removed")
  await removeWithParts(
    container,
    client,
    taken.map(({ link }) => link)
  )
  return left.map(({ link: { id, revision }, fate }) => ({ id, revision, outcome: fate }))
}

/** What can no longer be sent keeps its last good version at the counter, or is taken from there, by choice. */
export async function rejectProducts(
  container: MedusaContainer,
  client: PosClient,
  invalid: MappedProduct[],
  isTaken: boolean
): Promise<ProductPushResult[]> {
  if (isTaken) {
    await removeWithParts(
      container,
      client,
      invalid.map(({ link }) => link)
    )
  }
  return invalid.map(({ link: { id, revision }, violations, notes, fingerprint: rejected_fingerprint }) => ({
    ...{ id, revision, notes, outcome: "rejected", reason: violations.join("; "), gone: isTaken, rejected_fingerprint },
  }))
}

/** A product whose push was never settled may have arrived before a crash, so it is asked to go as well. */
async function removeWithParts(container: MedusaContainer, client: PosClient, links: ClaimedProductLink[]) {
  const there = links.filter(({ at_counter, state }) => at_counter || state === "pending")
  if (there.length === 0) {
    return
  }
  const pos = container.resolve(POS_MODULE)
  const linkIds = there.map(({ id }) => id)
  const parts = await pos.query((sql) => findProductParts(sql, linkIds))
  await removeProducts(
    client,
    [...there, ...parts].map(({ product_uuid }) => product_uuid)
  )
  await pos.query((sql) =>
    deleteProductParts(
      sql,
      parts.map(({ id }) => id)
    )
  )
}
