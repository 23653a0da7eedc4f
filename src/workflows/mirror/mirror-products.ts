import type { MedusaContainer } from "@medusajs/framework/types"
import { ProductStatus } from "@medusajs/framework/utils"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { markLinkedProductsDue } from "../../modules/pos/queries/outbox/product-marks"
import { findCounterLinks } from "../../modules/pos/queries/catalogue/counter-products"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import type { MirrorSettings } from "../../vocabulary/mirror-settings"
import { canonicalJson } from "../../translate/fingerprint"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { counterOwnedFields } from "../push/map-products"
import { type EntryOutcome, handleEach, handleTogether } from "../inbox/entry-outcome"
import {
  isOfProduct,
  judgeProduct,
  type ProductJudgement,
  parseProductNotification,
  type ProductNotification,
} from "./judge-products"
import { mapInTurns } from "../queue/in-turns"
import { collectCandidates } from "./collect-candidates"
import { writeOwnedFields } from "./write-owned-fields"
import {
  recordCounterDeletions,
  recordCounterVersions,
  recordPartDeletions,
  recordPartVersions,
} from "../../modules/pos/queries/catalogue/counter-changes"

type Judged<Kind extends ProductJudgement["kind"] = ProductJudgement["kind"]> = ProductNotification & {
  judgement: Extract<ProductJudgement, { kind: Kind }>
}

/**
 * ProductCreated, ProductUpdated and ProductDeleted: what the service owns is written into the shop, what the shop owns
 * is made due so that the next push restores it, what is new is kept as a candidate, and what is gone follows the
 * connection's choice. The echo of a push ends here. `outboxDue` says whether a push has something to do.
 */
export async function mirrorProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<{ outcomes: EntryOutcome[]; outboxDue: boolean }> {
  if (entries.length === 0) {
    return { outcomes: [], outboxDue: false }
  }
  const pos = container.resolve(POS_MODULE)
  const read = await mapInTurns(entries.filter(isOfProduct), parseProductNotification)
  const told = read.flatMap((one) => one.told ?? [])
  const uuids = told.map(({ product }) => product.uuid)
  const links = await pos.query((sql) => findCounterLinks(sql, { connectionId: connection.id, uuids }))
  const counterOwned = counterOwnedFields(pushSettingsOf(connection))
  const judged = await mapInTurns(told, (one): Judged => ({
    ...one,
    judgement: judgeProduct(one, links.get(one.product.uuid), counterOwned),
  }))
  const ignored = judged.filter(isKind("nothing")).map(({ entry: { id }, judgement: { reason } }): EntryOutcome => ({
    ...{ id, reason, kind: "ignored" },
  }))
  const effective = judged.filter(({ judgement }) => judgement.kind !== "nothing")
  let hasNotes = false
  const apply = async (batch: Judged[]) => {
    const noted = await applyJudgements(container, connection, batch)
    hasNotes = hasNotes || noted
  }
  const settings = mirrorSettingsOf(connection)
  const handled = await handleTogether(effective, apply, () => handleEach(effective, (one) => apply([one])))
  return {
    outcomes: [...read.flatMap(({ outcome }) => outcome ?? []), ...ignored, ...handled],
    outboxDue: hasNotes || effective.some(({ judgement }) => makesOutboxDue(judgement, settings)),
  }
}

/** A draft of what the counter made is told back, and Medusa's own event of it may have come before its link was there. */
function makesOutboxDue(judgement: ProductJudgement, { counter_creation }: MirrorSettings): boolean {
  switch (judgement.kind) {
    case "nothing":
      return false
    case "version":
      return judgement.differs
    case "deleted":
      return true
    case "stranger":
      return counter_creation === "draft"
  }
}

/** @returns whether products are due only for the notes that a push writes */
async function applyJudgements(container: MedusaContainer, connection: ConnectionRecord, batch: Judged[]) {
  await collectCandidates(container, connection, batch.filter(isKind("stranger")))
  const hasNotes = await applyVersions(container, connection, batch.filter(isKind("version")))
  await applyDeletions(container, connection, batch.filter(isKind("deleted")))
  return hasNotes
}

const isKind =
  <Kind extends ProductJudgement["kind"]>(kind: Kind) =>
  (one: Judged): one is Judged<Kind> =>
    one.judgement.kind === kind

async function applyVersions(container: MedusaContainer, connection: ConnectionRecord, versions: Judged<"version">[]) {
  if (versions.length === 0) {
    return false
  }
  const pos = container.resolve(POS_MODULE)
  // What the counter owns stands beside the shop's part; where that is as it was, there is nothing to take over.
  const changes = versions
    .filter(
      ({ judgement: { link, counterContent } }) => canonicalJson(link.counter_content) !== canonicalJson(counterContent)
    )
    .map(({ judgement: { link }, product }) => ({
      productId: link.product_id,
      overrides: link.overrides,
      part: link.part,
      product,
    }))
  const unwritten = await writeOwnedFields(container, connection, changes)
  await pos.query(async (sql, now) => {
    const seen = versions.map(({ judgement: { link, differs, counterContent }, product, updatedAt }) => ({
      link_id: link.link_id,
      part_id: link.part_id,
      seen_at: updatedAt,
      counter_content: counterContent,
      differs,
      etag: differs ? null : (product.etag ?? null),
    }))
    const further = seen.flatMap(({ part_id, ...version }) => (part_id === null ? [] : [{ ...version, part_id }]))
    await recordCounterVersions(
      sql,
      now,
      seen.filter(({ part_id }) => part_id === null)
    )
    if (further.length > 0) {
      await recordPartVersions(sql, now, further)
    }
    if (unwritten.length > 0) {
      await markLinkedProductsDue(sql, unwritten, connection.id)
    }
  })
  return unwritten.length > 0
}

/** A further part is brought back always: it is no product of its own in the shop. */
async function applyDeletions(container: MedusaContainer, connection: ConnectionRecord, deleted: Judged<"deleted">[]) {
  if (deleted.length === 0) {
    return
  }
  const pos = container.resolve(POS_MODULE)
  const policy = mirrorSettingsOf(connection).counter_deletion
  const whole = deleted
    .filter(({ judgement }) => judgement.link.part_id === null)
    .map(({ judgement, updatedAt }) => ({ ...judgement.link, seen_at: updatedAt }))
  if (policy === "draft" && whole.length > 0) {
    await updateProductsWorkflow(container).run({
      input: { selector: { id: whole.map((link) => link.product_id) }, update: { status: ProductStatus.DRAFT } },
    })
  }
  await pos.query(async (sql, now) => {
    const deletions = whole.map(({ link_id, seen_at }) => ({ link_id, seen_at }))
    await recordCounterDeletions(sql, now, { deletions, exclude: policy === "unlink" })
    await recordPartDeletions(
      sql,
      now,
      deleted.flatMap(({ judgement: { link }, updatedAt }) =>
        link.part_id === null ? [] : [{ part_id: link.part_id, seen_at: updatedAt }]
      )
    )
  })
}
