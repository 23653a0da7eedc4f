import type { MedusaContainer } from "@medusajs/framework/types"
import { randomUUID } from "node:crypto"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { getOutboundSettings } from "../../modules/pos/outbound-settings"
import { createClaim } from "../../modules/pos/queue-policies"
import { systemClock } from "../../pos-api/clock"
import { mayCall, whenCallable } from "../../runtime/circuit-breaker"
import { claimHandle, withHeartbeat } from "../../runtime/claims"
import { drainQueue } from "../../runtime/queue"
import { planRetry } from "../../runtime/retry"
import { recordAttempt, recordFailedAttempt } from "../../runtime/sync-attempts"
import { noteWake, untilQuiet } from "../../runtime/workers"
import { countEach } from "../../telemetry/counts"
import { inSpan, isTraced, markSpan } from "../../telemetry/spans"
import { POS_EVENTS, type PosEventData, type ProductEventData } from "../../runtime/events"
import { handleWhileDue } from "../../runtime/due-queues"
import { holdMassChanges, type PlannedChange } from "../holds"
import { drainAllStock } from "../stock"
import { markOutcomeUnknown, refreshRuns } from "./change-marks"
import { removeDeselectedProducts, rejectProducts } from "./deselect"
import { readNamesAtPos } from "./held-products-store"
import { type MappedProduct, mapProducts, toMap } from "./map-products"
import { findSuspicious } from "./mass-change-rules"
import {
  type ClaimedProductLink,
  claimProductLinks,
  nextProductAttempt,
  type ProductPushResult,
  recordProductPushes,
} from "./outbox"
import { ensureUuids, findPlacements } from "./product-parts"
import { ensureImages } from "./push-images"
import { decideListing, type ListingDecision, readProducts } from "./read-products"
import { markRuns } from "./runs"
import { type KnownParts, readKnownParts, sendMappedProducts, type SentProducts } from "./send"
import { getImages } from "./store-product-mapping"

/** The maximum number of products of one import. */
const PRODUCTS_IN_BATCH = 2_000

/** Batches in parallel: while the POS processes one, the next is read and mapped. */
const BATCHES_AT_ONCE = 2

/**
 * Drains the outbox of a connection: marks the products of runs that have started, then pushes everything that is due,
 * products before their stock.
 */
export async function drainOutbox(container: MedusaContainer, connectionId: string): Promise<void> {
  noteWake(connectionId)
  const drain = async () => {
    await untilQuiet(connectionId)
    await markRuns(container, connectionId)
    const lanes = Array.from({ length: BATCHES_AT_ONCE }, async () => drainProducts(container, connectionId))
    const isLeft = (await Promise.all(lanes)).some((lane) => lane.isLeft)
    await drainAllStock(container, connectionId)
    const pos = container.resolve(POS_MODULE)
    const next = await pos.query((sql) => nextProductAttempt(sql, connectionId))
    if (!isLeft && next === null) {
      return null
    }
    const connection = await pos.findConnection(connectionId)
    // While the push is held, nothing may be sent, and releasing it wakes the worker.
    return connection.push_held ? null : whenCallable(connection, { next, now: await pos.now() })
  }
  await drainQueue(container, {
    queue: `outbox:${connectionId}`,
    area: "catalog",
    drain,
    wake: async () => drainOutbox(container, connectionId),
  })
}

async function drainProducts(container: MedusaContainer, connectionId: string): Promise<{ isLeft: boolean }> {
  const input = { connection_id: connectionId, limit: PRODUCTS_IN_BATCH }
  const handle = async () => (await posPushProductsBatchWorkflow(container).run({ input })).result.claimed
  return handleWhileDue(container, { connectionId, queue: "catalog", handle })
}

export type PushProductsBatchInput = { connection_id: string; limit: number }

type PushedBatch = {
  claimed: number
  inboxDue: PosEventData[]
  pushed: ProductEventData[]
  rejected: (ProductEventData & { reason: string })[]
}

/**
 * Claims due products, pushes them and records the results. What could not be sent stays due, with the reason and a
 * later time.
 */
export const posPushProductsBatchStep = createStep(
  "pos-push-products-batch",
  async (input: PushProductsBatchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(input.connection_id)
    const token = randomUUID()
    const mayPush = mayCall(connection, await pos.now()) && !connection.push_held
    const claims = mayPush
      ? await pos.query((sql, now) =>
          claimProductLinks(sql, {
            connectionId: connection.id,
            limit: input.limit,
            ...createClaim("catalog", token, now),
          })
        )
      : []
    const results = claims.length > 0 ? await pushBatch(container, connection, { claims, token }) : []
    await pos.query((sql, now) => refreshRuns(sql, connection.id, now))
    // Notifications about these products that were received during the push can be compared now.
    const inboxDue = claims.length > 0 ? [{ connection_id: connection.id }] : []
    return new StepResponse({ ...summarize(connection.id, claims, results), inboxDue })
  }
)

async function pushBatch(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { claims, token }: { claims: ClaimedProductLink[]; token: string }
): Promise<ProductPushResult[]> {
  const pos = container.resolve(POS_MODULE)
  const ids = claims.map(({ id }) => id)
  const held = claimHandle({ queue: "catalog", token, ids }, "the claim of products")
  const attempt = { connectionId: connection.id, kind: "products_out" } as const
  let results: ProductPushResult[]
  try {
    const now = await pos.now()
    const push = async () => pushProducts(container, connection, claims, now)
    const sent = await withHeartbeat(container, held, async () => tracePush(connection.id, claims, push))
    results = sent.results
    // A batch in which nothing changed says nothing about the POS.
    if (sent.failure) {
      await recordFailedAttempt(container, attempt, sent.failure)
    } else if (results.some(({ outcome }) => outcome === "accepted")) {
      await recordAttempt(container, { connectionId: connection.id, kind: "products_out", failure: null })
    }
  } catch (error) {
    const reason = await recordFailedAttempt(container, attempt, error)
    const now = await pos.now()
    results = claims.map(({ id, revision, attempts }) => ({
      id,
      revision,
      reason,
      outcome: "retry",
      ...planRetry("catalog", error, now, attempts),
    }))
  }
  const recorded = new Set(await pos.bulk(results.length, (sql, now) => recordProductPushes(sql, now, token, results)))
  countEach(
    "pos_products_total",
    results.map(({ outcome }) => outcome)
  )
  const lost = results.filter(({ id, outcome }) => !recorded.has(id) && outcome !== "retry")
  if (lost.length > 0) {
    // Another worker has taken these over meanwhile, and it is unknown whose write came last.
    await pos.query((sql) =>
      markOutcomeUnknown(
        sql,
        lost.map(({ id }) => id)
      )
    )
  }
  return results.filter(({ id }) => recorded.has(id))
}

function summarize(
  connection_id: string,
  claims: ClaimedProductLink[],
  results: ProductPushResult[]
): Omit<PushedBatch, "inboxDue"> {
  const links = new Map(claims.map((link) => [link.id, link]))
  const dataOf = (id: string): ProductEventData[] => {
    const link = links.get(id)
    return link ? [{ connection_id, product_id: link.product_id, product_uuid: link.product_uuid }] : []
  }
  return {
    claimed: claims.length,
    pushed: results.flatMap((result) => (result.outcome === "accepted" ? dataOf(result.id) : [])),
    rejected: results.flatMap((result) =>
      result.outcome === "rejected" ? dataOf(result.id).map((data) => ({ ...data, reason: result.reason })) : []
    ),
  }
}

/** Pushes one batch of the product outbox, then emits the events that report the results. */
export const posPushProductsBatchWorkflow = createWorkflow(
  "pos-push-products-batch",
  (input: PushProductsBatchInput) => {
    const batch = posPushProductsBatchStep(input)
    emitEventStep({
      eventName: POS_EVENTS.productPushed,
      data: transform({ batch }, (data) => data.batch.pushed),
    }).config({ name: "pos-emit-products-pushed" })
    emitEventStep({
      eventName: POS_EVENTS.productRejected,
      data: transform({ batch }, (data) => data.batch.rejected),
    }).config({ name: "pos-emit-products-rejected" })
    emitEventStep({
      eventName: POS_EVENTS.inboxReceived,
      data: transform({ batch }, (data) => data.batch.inboxDue),
    }).config({ name: "pos-wake-inbox-after-push" })
    return new WorkflowResponse(batch)
  }
)

/**
 * Pushes claimed products to the POS. Products that were deleted in the store or are no longer sold are removed by the
 * connection's policy. Products that the POS would reject are rejected with the reason. Unchanged products cost no
 * call, and the rest is sent.
 */
async function pushProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  claims: ClaimedProductLink[],
  now: Date
): Promise<SentProducts> {
  const pos = container.resolve(POS_MODULE)
  const { importThreshold } = await pos.getOptions()
  const client = await pos.clientOf(connection.id, claims.length < importThreshold ? "urgent" : "bulk")
  const settings = getOutboundSettings(connection)
  const read = await readProducts(
    container,
    connection,
    claims.map((claim) => claim.product_id)
  )
  const fates = claims.map((link) => ({ link, fate: decideListing(link, read.get(link.product_id), settings) }))
  const chosen = fates.flatMap(({ link, fate }) => {
    const found = fate === "sold" ? read.get(link.product_id) : undefined
    return found ? [{ link, found, product: found.product }] : []
  })
  const placements = await findPlacements(container, connection.id, chosen)
  const sold = chosen.map(({ link, found }) => toMap(link, found, settings, placements))
  const left = fates.flatMap(({ link, fate }) => (fate === "sold" ? [] : [{ link, fate }]))
  const leaving = { container, connection, client, now }
  const holding = { connectionId: connection.id, settings }
  const heldRemovals = await holdMassChanges(pos, holding, await planRemovals(container, left))
  const gone = await removeDeselectedProducts(
    leaving,
    left.filter(({ link }) => !heldRemovals.has(link.id))
  )
  const uuids = await ensureUuids(container, connection.id, sold)
  const urls = sold.flatMap(({ product }) => getImages(product))
  const batchImages = await ensureImages(container, { connection, client, settings, urls })
  const all = await mapProducts(container, connection, sold, uuids, batchImages)
  const mapped = all.filter(({ hookError }) => hookError === null)
  // The developer's own code may fail temporarily, for example when it calls another system.
  const unhooked = all
    .filter(({ hookError }) => hookError !== null)
    .map(({ link: { id, revision, attempts }, violations, hookError }): ProductPushResult => {
      const retry = planRetry("catalog", hookError, now, attempts)
      return { id, revision, outcome: "retry", reason: violations.join("; "), ...retry }
    })
  const { furtherParts } = uuids
  const isValid = ({ violations }: MappedProduct) => violations.length === 0
  const differing = mapped.filter((product) => isValid(product) && !isUnchanged(product))
  const known = await readKnownParts(container, differing, furtherParts)
  const isTaken = settings.on_invalid === "remove"
  const held = await holdMassChanges(
    pos,
    holding,
    mapped.map((product) =>
      toPlannedChange(product, known, { isTaken, factor: settings.mass_change_limits.price_factor })
    )
  )
  const passing = mapped.filter(({ link }) => !held.has(link.id))
  const rejected = await rejectProducts(
    leaving,
    passing.filter((product) => !isValid(product)),
    isTaken
  )
  const changed = differing.filter(({ link }) => !held.has(link.id))
  const sent = await sendMappedProducts({
    container,
    connection,
    client,
    settings,
    known,
    furtherParts,
    now,
    mapped: changed,
  })
  return {
    results: [
      ...left.filter(({ link }) => heldRemovals.has(link.id)).map(({ link }) => toHeld(link, null)),
      ...mapped.filter(({ link }) => held.has(link.id)).map(({ link, fingerprint }) => toHeld(link, fingerprint)),
      ...gone,
      ...rejected,
      ...unhooked,
      ...passing.filter(isUnchanged).map(toUnchanged),
      ...sent.results,
    ],
    failure: sent.failure,
  }
}

type Left = { link: ClaimedProductLink; fate: Exclude<ListingDecision, "sold"> }

/** A product that the merchant has excluded by itself is no mistake, and neither is one that is not at the POS. */
async function planRemovals(container: MedusaContainer, left: Left[]): Promise<PlannedChange[]> {
  const isRemoval = ({ link, fate }: Left) =>
    (fate === "excluded" || fate === "removed") && link.inclusion !== "exclude" && isAtPos(link)
  const taken = left.filter(isRemoval)
  const ids = taken.map(({ link }) => link.id)
  const names = ids.length > 0 ? await container.resolve(POS_MODULE).query((sql) => readNamesAtPos(sql, ids)) : null
  return left.map((product) => toPlanned(product.link, names?.get(product.link.id), isRemoval(product) ? REMOVAL : []))
}

const REMOVAL: PlannedChange["changes"] = [
  { kind: "removal", variant_uuid: null, variant: null, before: null, after: null },
]

const toPlanned = (
  link: ClaimedProductLink,
  title: string | null | undefined,
  changes: PlannedChange["changes"]
): PlannedChange => ({
  link,
  wasHeld: link.state === "held",
  product_id: link.product_id,
  title: title || link.product_id,
  changes,
})

const isAtPos = (link: ClaimedProductLink) => link.at_pos || link.may_be_there

/** @param rules.isTaken whether a product that cannot be sent is deleted at the POS */
function toPlannedChange(
  { link, violations, contents, storeParts }: MappedProduct,
  known: KnownParts,
  rules: { isTaken: boolean; factor: number }
): PlannedChange {
  const title = contents[0]?.name
  if (violations.length > 0) {
    return toPlanned(link, title, rules.isTaken && isAtPos(link) ? REMOVAL : [])
  }
  const parts = known.get(link.id) ?? []
  return toPlanned(
    link,
    title,
    storeParts.flatMap((part, index) => {
      const accepted = parts[index]?.accepted ?? null
      return accepted === null ? [] : findSuspicious(accepted, part, rules.factor)
    })
  )
}

const toHeld = ({ id, revision }: ClaimedProductLink, rejected_fingerprint: string | null): ProductPushResult => ({
  id,
  revision,
  rejected_fingerprint,
  outcome: "held",
})

function isUnchanged({ link, fingerprint, violations }: MappedProduct): boolean {
  return violations.length === 0 && link.fingerprint === fingerprint && !link.pos_changed
}

function toUnchanged({ link: { id, revision }, notes, source }: MappedProduct): ProductPushResult {
  return { id, revision, notes, outcome: "unchanged", source_fingerprint: source }
}

/**
 * Maximum number of products of a batch whose edits have spans of their own. Edits by a person are few; of larger
 * batches only the batch is traced.
 */
const MOST_EDITS = 25

/**
 * Traces a push. The push has a span that contains its calls; in a small batch each edit also has a span of its own.
 */
async function tracePush<Pushed extends { results: ProductPushResult[] }>(
  connectionId: string,
  claims: ClaimedProductLink[],
  push: () => Promise<Pushed>
): Promise<Pushed> {
  const began = systemClock.now()
  return inSpan("pos.push", { "pos.connection_id": connectionId, "pos.count": claims.length }, async () => {
    const pushed = await push()
    if (claims.length <= MOST_EDITS && isTraced()) {
      const outcomes = new Map(pushed.results.map(({ id, outcome }) => [id, outcome]))
      for (const { id, revision, product_id } of claims) {
        const outcome = outcomes.get(id) ?? "unknown"
        const facts = { "pos.connection_id": connectionId, "pos.product_id": product_id, "pos.outcome": outcome }
        markSpan("pos.edit", `${id}:${revision}`, { began, facts, failed: outcome === "rejected" })
      }
    }
    return pushed
  })
}
