import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { ProductStatus } from "@medusajs/framework/utils"
import { z } from "zod"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import {
  HOLD_DECISIONS,
  type HoldDecision,
  isInStore,
  MASS_CHANGE_GROUPS,
  type MassChangeGroup,
  type PosChangeGroup,
  type SuspiciousChange,
} from "../../contract/mass-changes"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { entityId } from "../../modules/pos/entity-id"
import type { PosRun } from "../../modules/pos/models"
import type { PosProduct } from "../../pos-api/contract"
import type { HeldLease } from "../../runtime/claims"
import { POS_EVENTS } from "../../runtime/events"
import { drainInbox } from "../../runtime/inbox"
import { wakeFor } from "../../runtime/queue"
import { mayPassByItself } from "../../runtime/retry"
import { resumeInPieces } from "../../runtime/runs"
import { runInBackground } from "../../runtime/workers"
import { closeEmptyHolds, decideChanges, type NotRestored, recordRestored, toHoldLock } from "../holds"
import { markStockLinksDue, restoreHeldStock } from "../stock"
import { markLinksDue, newMarks, setInclusion } from "./change-marks"
import { decideInStore } from "./decide-held-imports"
import { forgetLinks, nextRestoring, type RestoringChange } from "./held-products-store"
import { drainOutbox } from "./push"
import { readProducts } from "./read-products"
import { writeFields } from "./write-owned-fields"

export type DecideHeldChangesInput = {
  connection_id: string
  change_group: MassChangeGroup
  /**
   * `send`: they go to the POS as they are; `restore`: the POS's values are written back into the store. Of changes in
   * the store: they are taken over, or the store's values are written back to the POS.
   */
  decision: HoldDecision
  /** ids of held changes; default: all of the group */
  ids?: string[] | undefined
  /** id of the actor who decided */
  decided_by?: string | undefined
}

export const posDecideHeldChangesStep = createStep(
  "pos-decide-held-changes",
  async (input: DecideHeldChangesInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { connection_id, change_group, decision } = input
    await pos.findConnection(connection_id)
    const runId = decision === "restore" || isInStore(change_group) ? entityId("posrun") : null
    const decided = await pos.transactionAlone(toHoldLock(connection_id), async (sql, now, context) => {
      const linkIds = await decideChanges(sql, now, {
        connectionId: connection_id,
        group: change_group,
        decision,
        ids: input.ids ?? null,
        decidedBy: input.decided_by ?? null,
        runId,
      })
      if (runId === null) {
        await (change_group === "stock" ? markStockLinksDue(sql, linkIds) : markLinksDue(sql, linkIds))
        await closeEmptyHolds(sql, now, connection_id)
      } else if (linkIds.length > 0) {
        // With the decision: changes that no run is about would be held for ever.
        await pos.createPosRuns(
          {
            id: runId,
            connection_id,
            kind: "restore",
            total: linkIds.length,
            resumed_at: now,
            details: { change_group, decision },
          },
          context
        )
      }
      return linkIds.length
    })
    return new StepResponse({ decided, run_id: decided > 0 ? runId : null })
  }
)

/**
 * Decides on held changes: sends them, or starts a run that writes the POS's values back into the store. A decision on
 * changes in the store is always carried out by a run. What is changed meanwhile is compared again.
 */
export const posDecideHeldChangesWorkflow = createWorkflow(
  "pos-decide-held-changes",
  (input: DecideHeldChangesInput) => {
    const decided = posDecideHeldChangesStep(input)
    wakeFor(input, POS_EVENTS.outboxDue, POS_EVENTS.runDue)
    return new WorkflowResponse(decided)
  }
)

type Run = InferTypeOf<typeof PosRun>

/** Number of products that are written back at once, with Medusa's workflows. */
const PIECE = 100

const detailsSchema = z.object({
  change_group: z.enum(MASS_CHANGE_GROUPS),
  decision: z.enum(HOLD_DECISIONS).default("restore"),
})

/**
 * Resumes carrying out a decision, in the order of the changes' ids. A piece that a crash interrupts is repeated, which
 * changes nothing.
 */
export async function resumeRestore(container: MedusaContainer, run: Run, lease: HeldLease): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const details = detailsSchema.parse(run.details)
  const { connection_id: connectionId } = run
  let { done, cursor } = run
  await resumeInPieces(container, run, lease, async () => {
    if (details.change_group === "stock") {
      const connection = await pos.findConnection(connectionId)
      const piece = await restoreHeldStock(container, connection, { runId: run.id, after: cursor ?? "", limit: PIECE })
      if (piece === null) {
        return null
      }
      done += piece.count
      cursor = piece.last
      return { cursor, done, total: Math.max(run.total, done), details }
    }
    const restoring = { connectionId, runId: run.id, group: details.change_group, after: cursor ?? "", limit: PIECE }
    const changes = await pos.query((sql) => nextRestoring(sql, restoring))
    const last = changes.at(-1)
    if (last === undefined) {
      return null
    }
    const connection = await pos.findConnection(connectionId)
    if (isInStore(details.change_group)) {
      await decideInStore(container, connection, { group: details.change_group, decision: details.decision }, changes)
    } else {
      await restore(container, connection, details.change_group, changes)
    }
    done += changes.length
    cursor = last.id
    return { cursor, done, total: Math.max(run.total, done), details }
  })
  if (isInStore(details.change_group)) {
    runInBackground(container, "importing what was decided on", drainInbox(container, connectionId))
  }
  runInBackground(container, "comparing what was restored", drainOutbox(container, connectionId))
}

async function restore(
  container: MedusaContainer,
  connection: ConnectionRecord,
  group: Exclude<PosChangeGroup, "stock">,
  changes: RestoringChange[]
): Promise<void> {
  const unrestored =
    group === "removal"
      ? await listAgain(container, connection, changes)
      : await writeValues(container, connection, group, changes)
  const forgotten = changes.filter(({ id, is_held }) => is_held && unrestored.get(id) === "product_deleted")
  const results = changes.map(({ id, is_held }) => ({ id, is_held, reason: unrestored.get(id) ?? null }))
  await container.resolve(POS_MODULE).transactionAlone(toHoldLock(connection.id), async (sql, now) => {
    await forgetLinks(
      sql,
      now,
      forgotten.map(({ link_id }) => link_id)
    )
    const ended = new Set(forgotten.map(({ id }) => id))
    // A product that stays at the POS although the store has deleted it needs no decision any more.
    await recordRestored(
      sql,
      now,
      results.map((result) => (ended.has(result.id) ? { id: result.id, is_held: false, reason: null } : result))
    )
    await markLinksDue(
      sql,
      changes.map(({ link_id }) => link_id)
    )
    await closeEmptyHolds(sql, now, connection.id)
  })
}

/**
 * Writes prices or images of the POS back into the store.
 * @returns why some were not, by the change's id
 */
async function writeValues(
  container: MedusaContainer,
  connection: ConnectionRecord,
  group: "price" | "image",
  changes: RestoringChange[]
): Promise<Map<string, NotRestored>> {
  const unwritten = new Set<string>()
  const failed = await writeTogether(changes, async (some) => {
    const otherWrites = await writeFields(
      container,
      connection,
      some.map(({ product_id, product_uuid, overrides, changes: values }) => ({
        productId: product_id,
        overrides,
        part: 0,
        product: toPosProduct(product_uuid, values),
      })),
      new Set([group === "price" ? "price" : "images"])
    )
    otherWrites.forEach((productId) => unwritten.add(productId))
  })
  return new Map([
    ...changes.flatMap(({ id, product_id }): [string, NotRestored][] =>
      unwritten.has(product_id) ? [[id, "price_source"]] : []
    ),
    ...failed.map(({ id }): [string, NotRestored] => [id, "store_failed"]),
  ])
}

/**
 * Writes products into the store together. Where that fails, they are halved until those that fail are alone.
 * @returns those that the store does not write, which the others do not wait for
 * @throws errors that pass by themselves
 */
async function writeTogether(
  changes: RestoringChange[],
  write: (changes: RestoringChange[]) => Promise<unknown>
): Promise<RestoringChange[]> {
  if (changes.length === 0) {
    return []
  }
  try {
    await write(changes)
    return []
  } catch (error) {
    if (mayPassByItself(error)) {
      throw error
    }
    if (changes.length === 1) {
      return changes
    }
  }
  const middle = Math.ceil(changes.length / 2)
  return [
    ...(await writeTogether(changes.slice(0, middle), write)),
    ...(await writeTogether(changes.slice(middle), write)),
  ]
}

/** Returns what the POS had of a product before the changes. */
function toPosProduct(uuid: string, changes: SuspiciousChange[]): PosProduct {
  const image = changes.find(({ kind }) => kind === "image_removed")?.before
  return {
    uuid,
    presentation: typeof image === "string" ? { imageUrl: image } : null,
    variants: changes.flatMap(({ variant_uuid, before }) =>
      variant_uuid !== null && before !== null && typeof before === "object"
        ? [{ uuid: variant_uuid, price: before }]
        : []
    ),
  }
}

/**
 * Lets products stay at the POS: drafts are published again, and those that the selection no longer has are included by
 * themselves.
 * @returns why some were not, by the change's id
 */
async function listAgain(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: RestoringChange[]
): Promise<Map<string, NotRestored>> {
  const read = await readProducts(
    container,
    connection,
    changes.map(({ product_id }) => product_id)
  )
  const drafts = changes.filter(({ product_id }) => read.get(product_id)?.published === false)
  const failed = await writeTogether(drafts, async (some) =>
    updateProductsWorkflow(container).run({
      input: { products: some.map(({ product_id: id }) => ({ id, status: ProductStatus.PUBLISHED })) },
    })
  )
  const unselected = changes.flatMap(({ product_id, inclusion }) =>
    read.get(product_id)?.selected === false && inclusion === "auto" ? [product_id] : []
  )
  if (unselected.length > 0) {
    await container
      .resolve(POS_MODULE)
      .query((sql) => setInclusion(sql, connection.id, newMarks(unselected), "include"))
  }
  return new Map([
    ...changes.flatMap(({ id, product_id }): [string, NotRestored][] =>
      read.has(product_id) ? [] : [[id, "product_deleted"]]
    ),
    ...failed.map(({ id }): [string, NotRestored] => [id, "store_failed"]),
  ])
}
