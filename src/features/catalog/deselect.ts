import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type PosClient, PosNotFoundError, PosServerError } from "../../pos-api/client"
import { getErrorMessage } from "../../runtime/errors"
import { planRetry } from "../../runtime/retry"
import { recordLastLevels } from "../stock"
import type { MappedProduct } from "./map-products"
import type { ClaimedProductLink, ProductPushResult } from "./outbox"
import { deleteProductParts, findProductParts } from "./product-parts"
import type { ListingDecision } from "./read-products"
import { concernsAllCalls } from "./send-results"

type Leaving = { container: MedusaContainer; connection: ConnectionRecord; client: PosClient; now: Date }

/**
 * Handles products that are no longer sold at the POS: deletes them there or leaves them, as their {@link ListingDecision} says.
 */
export async function removeDeselectedProducts(
  leaving: Leaving,
  left: { link: ClaimedProductLink; fate: Exclude<ListingDecision, "sold"> }[]
): Promise<ProductPushResult[]> {
  const deselected = left.filter(({ fate }) => fate === "excluded" || fate === "removed")
  const failed = await removeWithParts(
    leaving,
    deselected.map(({ link }) => link)
  )
  return left.map(({ link, fate }) =>
    failed.has(link.id)
      ? toDeletionRetry(link, failed.get(link.id), leaving.now)
      : { id: link.id, revision: link.revision, outcome: fate }
  )
}

/**
 * Rejects products that cannot be sent. Their last valid version stays at the POS or is deleted there, as the setting
 * says.
 */
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

/** Returns the result for a product that could not be deleted at the POS: it stays due. */
export function toDeletionRetry(
  { id, revision, attempts }: ClaimedProductLink,
  error: unknown,
  now: Date
): ProductPushResult {
  const reason = `Could not delete the product at the POS: ${getErrorMessage(error)}`
  return { id, revision, outcome: "retry", reason, ...planRetry("catalog", error, now, attempts) }
}

/**
 * Deletes products at the POS with all their parts. A product whose push was never settled, or any part that was ever
 * sent, may have arrived before a crash, so these are deleted as well.
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
  const existingLinks = links.filter(
    ({ id, at_pos, may_be_there, state }) => at_pos || may_be_there || state === "pending" || split.has(id)
  )
  const owners = new Map([
    ...existingLinks.map(({ id, product_uuid }): [string, string] => [product_uuid, id]),
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

/** Maximum number of UUIDs per call. They are part of its URL, whose length is limited. */
const MOST_IN_ONE_CALL = 50

/** Number of 5xx responses after which the POS itself is considered failing, not a product. */
const MOST_SERVER_ERRORS = 3

/**
 * The result of deletions at the POS: each UUID is in one of the two. A UUID that the POS does not have counts as gone.
 */
export type Removal = { gone: Set<string>; failed: Map<string, unknown> }

/**
 * Deletes products at the POS. Each deletion has its own result.
 * @throws errors that affect every call: the POS does not answer, rejects the credentials, or limits the rate
 */
export async function removeProducts(client: PosClient, uuids: string[]): Promise<Removal> {
  const removal: Removal = { gone: new Set(), failed: new Map() }
  for (let start = 0; start < uuids.length; start += MOST_IN_ONE_CALL) {
    await removeTogether(client, uuids.slice(start, start + MOST_IN_ONE_CALL), removal)
  }
  return removal
}

async function removeTogether(client: PosClient, uuids: string[], { gone, failed }: Removal): Promise<void> {
  if (uuids.length > 1) {
    try {
      await client.products.deleteMany(uuids)
      uuids.forEach((uuid) => gone.add(uuid))
      return
    } catch (error) {
      if (concernsAllCalls(error)) {
        throw error
      }
    }
  }
  for (const uuid of uuids) {
    const serverErrors = [...failed.values()].filter((error) => error instanceof PosServerError)
    const error =
      serverErrors.length < MOST_SERVER_ERRORS ? await toFailure(client.products.delete(uuid)) : serverErrors[0]
    if (error === null) {
      gone.add(uuid)
    } else {
      failed.set(uuid, error)
    }
  }
}

/** Returns why a deletion failed; null: it succeeded. */
async function toFailure(deletion: Promise<void>): Promise<unknown> {
  try {
    await deletion
    return null
  } catch (error) {
    if (concernsAllCalls(error)) {
      throw error
    }
    return error instanceof PosNotFoundError ? null : error
  }
}
