import type { MedusaContainer } from "@medusajs/framework/types"
import type { HoldDecision, StoreChangeGroup, SuspiciousChange } from "../../contract/mass-changes"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { nullIfNotFound } from "../../pos-api/client"
import { type PosVariant, type ProductContent, productContentSchema, productPatchSchema } from "../../pos-api/contract"
import { insertInboxEntries } from "../../runtime/inbox-store"
import { mayPassByItself } from "../../runtime/retry"
import { approveChanges, closeEmptyHolds, type NotRestored, recordRestored, toHoldLock } from "../holds"
import { mergePosFields } from "./field-ownership"
import type { RestoringChange } from "./held-products-store"
import { toProductEntry } from "./library-catch-up"
import { readAcceptedContents } from "./outbox"
import { recordPartDeletions, recordPosDeletions } from "./pos-product-store"
import { findProductParts } from "./product-parts"
import { concernsAllCalls, type ProductToSend, type SendResult } from "./send-results"
import { writeProducts } from "./write-products"

type Decision = { group: StoreChangeGroup; decision: HoldDecision }

/**
 * Carries out a decision on changes in the store, for a piece of them. Nothing is done for products that the store has
 * deleted meanwhile.
 */
export async function decideInStore(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { group, decision }: Decision,
  changes: RestoringChange[]
): Promise<void> {
  const linked = changes.filter(({ is_linked }) => is_linked)
  if (linked.length < changes.length) {
    const unlinked = changes.filter(({ is_linked }) => !is_linked)
    await end(
      container,
      connection,
      unlinked.map(({ id }) => ({ id, reason: null }))
    )
  }
  if (decision === "send") {
    await takeOver(container, connection, linked)
  } else if (group === "price_in_store") {
    await writePricesBack(container, connection, linked)
  } else {
    await createAgain(container, connection, linked)
  }
}

/** Reads the products at the POS again and puts them into the inbox: what was approved is imported like any change. */
async function takeOver(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: RestoringChange[]
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { products } = await pos.clientOf(connection.id, "bulk")
  const version = `approved:${(await pos.now()).getTime()}`
  const parts = await pos.query((sql) => findProductParts(sql, linkIds(changes)))
  const { read, failed } = await readEach(changes, async ({ link_id, product_uuid }) => {
    const further = parts.filter(({ product_link_id }) => product_link_id === link_id)
    const entries: ReturnType<typeof toProductEntry>[] = []
    for (const uuid of [product_uuid, ...further.map((part) => part.product_uuid)]) {
      const posProduct = await nullIfNotFound(products.get(uuid))
      entries.push(
        posProduct === null
          ? toProductEntry(uuid, "ProductDeleted", version, { uuid })
          : toProductEntry(uuid, "ProductUpdated", version, { newEntity: posProduct.product })
      )
    }
    return entries
  })
  await end(container, connection, failed, async (sql, now) => {
    await approveChanges(
      sql,
      now,
      read.map(({ change }) => change.id)
    )
    await insertInboxEntries(
      sql,
      connection.id,
      read.flatMap(({ result }) => result)
    )
  })
}

type Result = { id: string; reason: NotRestored | null }

/**
 * Reads something of products at the POS, one after the other.
 * @returns `failed`: the products on which the POS fails, so that the others do not wait for them
 * @throws errors that affect every call
 */
async function readEach<Read>(
  changes: RestoringChange[],
  read: (change: RestoringChange) => Promise<Read>
): Promise<{ read: { change: RestoringChange; result: Read }[]; failed: Result[] }> {
  const done: { change: RestoringChange; result: Read }[] = []
  const errors = new Map<string, unknown>()
  for (const change of changes) {
    try {
      done.push({ change, result: await read(change) })
    } catch (error) {
      if (concernsAllCalls(error)) {
        throw error
      }
      errors.set(change.id, error)
    }
  }
  return { read: done, failed: toFailed(changes, errors) }
}

/** Number of products of a piece that may all fail; if more do, the POS itself is considered failing. */
const MOST_FAILURES = 3

/** @throws an error that passes by itself if there is nothing but errors: the run is tried again */
function toFailed(changes: RestoringChange[], errors: ReadonlyMap<string, unknown>): Result[] {
  const passing = [...errors.values()].find(mayPassByItself)
  if (passing instanceof Error && errors.size === changes.length && errors.size > MOST_FAILURES) {
    throw passing
  }
  return [...errors.keys()].map((id): Result => ({ id, reason: "pos_failed" }))
}

/** Writes the prices from before the changes to the POS. */
async function writePricesBack(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: RestoringChange[]
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(connection.id, "bulk")
  const results = await writeProducts(client, await readProductsToSend(container, changes), Infinity)
  const errors = new Map<string, unknown>()
  for (const result of results) {
    if (result.kind === "failed") {
      if (concernsAllCalls(result.error)) {
        // The run is tried again; what was written already is found unchanged.
        throw result.error
      }
      errors.set(toChangeId(result), result.error)
    }
  }
  const failed = toFailed(changes, errors)
  const refused = new Set(results.filter(isRefused).map(toChangeId))
  const written = changes.filter(({ id }) => !errors.has(id))
  await end(container, connection, [
    ...failed,
    ...written.map(({ id }): Result => ({ id, reason: refused.has(id) ? "pos_refused" : null })),
  ])
}

const isRefused = ({ kind }: SendResult) => kind === "refused"

const toChangeId = ({ key }: SendResult) => key.split(":")[0] ?? key

const linkIds = (changes: RestoringChange[]) => changes.map(({ link_id }) => link_id)

/** Returns the parts of products with the prices from before the changes; nothing else of them is written. */
async function readProductsToSend(container: MedusaContainer, changes: RestoringChange[]): Promise<ProductToSend[]> {
  const pos = container.resolve(POS_MODULE)
  const first = await pos.query((sql) => readAcceptedContents(sql, linkIds(changes)))
  const further = await pos.query((sql) => findProductParts(sql, linkIds(changes)))
  return changes.flatMap(({ id, link_id, changes: values }) => {
    const ofLink = further.filter(({ product_link_id }) => product_link_id === link_id)
    return [first.get(link_id), ...ofLink].flatMap((part, index) => toProductToSend(`${id}:${index}`, part, values))
  })
}

function toProductToSend(
  key: string,
  part: { accepted_content: unknown; etag: string | null; pos_content: unknown } | undefined,
  changes: SuspiciousChange[]
): ProductToSend[] {
  const accepted = productContentSchema.safeParse(part?.accepted_content).data
  if (!accepted) {
    return []
  }
  const posContent = productPatchSchema.safeParse(part?.pos_content).data ?? null
  const priced: ProductContent = {
    uuid: accepted.uuid,
    variants: (accepted.variants ?? []).map(({ uuid }) => withPrice(uuid, changes)),
  }
  return [
    {
      key,
      content: mergePosFields(accepted, posContent),
      store: priced,
      accepted: priced,
      etag: part?.etag ?? null,
      posContent,
      posOwnsFields: true,
      posChanged: true,
      mayBeThere: true,
      patchOnly: true,
    },
  ]
}

function withPrice(uuid: string, changes: SuspiciousChange[]): PosVariant {
  const before = changes.find(({ variant_uuid }) => variant_uuid === uuid)?.before
  return before !== null && typeof before === "object" ? { uuid, price: before } : { uuid }
}

/** Lets the next push create products again that were deleted at the POS. */
async function createAgain(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: RestoringChange[]
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { products } = await pos.clientOf(connection.id, "bulk")
  const parts = await pos.query((sql) => findProductParts(sql, linkIds(changes)))
  const { read, failed } = await readEach(changes, async ({ link_id }) => {
    const deleted: { part_id: string; seen_at: null }[] = []
    for (const { id, product_uuid } of parts.filter((part) => part.product_link_id === link_id)) {
      if ((await nullIfNotFound(products.get(product_uuid))) === null) {
        deleted.push({ part_id: id, seen_at: null })
      }
    }
    return deleted
  })
  const results = [...failed, ...read.map(({ change }): Result => ({ id: change.id, reason: null }))]
  const deletions = read.map(({ change }) => ({ link_id: change.link_id, seen_at: null }))
  // Together: the next push creates a product again only if its deletion is not held.
  await end(container, connection, results, async (sql, now) => {
    await recordPosDeletions(sql, now, { deletions, exclude: false })
    await recordPartDeletions(
      sql,
      now,
      read.flatMap(({ result }) => result)
    )
  })
}

/**
 * Ends changes that were written back; those that could not be are held again, with the reason.
 * @param also what is recorded together with it
 */
async function end(
  container: MedusaContainer,
  connection: ConnectionRecord,
  results: Result[],
  also: (sql: Sql, now: Date) => Promise<void> = async () => undefined
): Promise<void> {
  await container.resolve(POS_MODULE).transactionAlone(toHoldLock(connection.id), async (sql, now) => {
    await also(sql, now)
    await recordRestored(
      sql,
      now,
      results.map(({ id, reason }) => ({ id, reason, is_held: reason !== null }))
    )
    await closeEmptyHolds(sql, now, connection.id)
  })
}
