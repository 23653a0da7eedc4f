import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedProductLink, ProductPushResult } from "../../modules/pos/queries/outbox/product-outbox"
import { deleteProductParts, findProductParts } from "../../modules/pos/queries/outbox/product-parts"
import type { PosClient } from "../../pos-api/client"
import { reasonOf } from "../queue/reason-of"
import { retryOf } from "../queue/retry"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { recordLastLevels } from "../stock/record-last-levels"
import type { MappedProduct } from "./map-products"
import type { Fate } from "./product-fate"
import { removeProducts } from "./remove-products"

type Leaving = { container: MedusaContainer; connection: ConnectionRecord; client: PosClient; now: Date }

/** Products that are no longer sold at the counter leave it or stay there, each as its fate says. */
export async function leaveProducts(
  leaving: Leaving,
  left: { link: ClaimedProductLink; fate: Exclude<Fate, "sold"> }[]
): Promise<ProductPushResult[]> {
  const taken = left.filter(({ fate }) => fate === "excluded" || fate === "removed")
  const failed = await removeWithParts(
    leaving,
    taken.map(({ link }) => link)
  )
  return left.map(({ link, fate }) =>
    failed.has(link.id)
      ? toDeletionRetry(link, failed.get(link.id), leaving.now)
      : { id: link.id, revision: link.revision, outcome: fate }
  )
}

/** What can no longer be sent keeps its last good version at the counter, or is taken from there, by choice. */
export async function rejectProducts(
  leaving: Leaving,
  invalid: Pick<MappedProduct, "link" | "violations" | "notes" | "fingerprint">[],
  isTaken: boolean
): Promise<ProductPushResult[]> {
  const failed = isTaken
    ? await removeWithParts(
        leaving,
        invalid.map(({ link }) => link)
      )
    : new Map<string, unknown>()
  return invalid.map(({ link, violations, notes, fingerprint: rejected_fingerprint }) =>
    failed.has(link.id)
      ? toDeletionRetry(link, failed.get(link.id), leaving.now)
      : {
          id: link.id,
          revision: link.revision,
          notes,
          outcome: "rejected",
          reason: violations.join("; "),
          gone: isTaken,
          rejected_fingerprint,
        }
  )
}

/** A product that could not be deleted at the POS: it stays due. */
export function toDeletionRetry(
  { id, revision, attempts }: ClaimedProductLink,
  error: unknown,
  now: Date
): ProductPushResult {
  const reason = `Could not delete the product at the POS: ${reasonOf(error)}`
  return { id, revision, outcome: "retry", reason, ...retryOf("catalogue", error, now, attempts) }
}

/**
 * Deletes products at the POS with all their parts. A product whose push was never settled may have arrived before a
 * crash, and so may any part that was ever sent, so they are deleted as well.
 * @returns why products could not be deleted, by the id of their link
 */
async function removeWithParts(
  { container, connection, client }: Leaving,
  leaving: ClaimedProductLink[]
): Promise<Map<string, unknown>> {
  if (leaving.length === 0) {
    return new Map()
  }
  const pos = container.resolve(POS_MODULE)
  const leavingIds = leaving.map(({ id }) => id)
  const unread = await recordLastLevels(container, connection, client, leavingIds)
  const links = leaving.filter(({ id }) => !unread.has(id))
  const linkIds = links.map(({ id }) => id)
  const parts = await pos.query((sql) => findProductParts(sql, linkIds))
  const split = new Set(parts.map((part) => part.product_link_id))
  const there = links.filter(
    ({ id, at_counter, may_be_there, state }) => at_counter || may_be_there || state === "pending" || split.has(id)
  )
  const owners = new Map([
    ...there.map(({ id, product_uuid }): [string, string] => [product_uuid, id]),
    ...parts.map(({ product_link_id, product_uuid }): [string, string] => [product_uuid, product_link_id]),
  ])
  const { gone, failed } = await removeProducts(client, [...owners.keys()])
  const ended = parts.filter(({ product_uuid }) => gone.has(product_uuid))
  if (ended.length > 0) {
    await pos.query((sql) =>
      deleteProductParts(
        sql,
        ended.map(({ id }) => id)
      )
    )
  }
  return new Map([...unread, ...[...failed].map(([uuid, error]): [string, unknown] => [owners.get(uuid) ?? "", error])])
}
