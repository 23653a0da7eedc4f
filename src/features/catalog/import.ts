import type { MedusaContainer } from "@medusajs/framework/types"
import { ProductStatus } from "@medusajs/framework/utils"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { z } from "zod"
import { RESTORED_FIELDS_KEPT } from "../../contract/catalog"
import type { InboundSettings } from "../../contract/settings"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings, getOutboundSettings } from "../../modules/pos/connection-record"
import { parseTimestamp, type PosProduct, productSchema, productUpdatedPayloadSchema } from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../runtime/inbox-claims"
import { type EntryOutcome, handleEach, handleTogether, parsePayload } from "../../runtime/inbox-processing"
import { mapInTurns } from "../../runtime/workers"
import { adoptCandidates } from "./adopt"
import { storeCandidates } from "./candidate-store"
import { markLinkedProductsDue } from "./change-marks"
import { canonicalJson, type FieldChange } from "./field-changes"
import { type OwnableField, posOwnedFields } from "./field-ownership"
import { endHolds, holdImports } from "./hold-imports"
import { classifyVersion, draftTitle, type OwnedChanges } from "./pos-product-mapping"
import {
  type PosLink,
  findPosLinks,
  recordPosDeletions,
  recordPosVersions,
  recordPartDeletions,
  recordPartVersions,
} from "./pos-product-store"
import { readOwnedChanges, writeOwnedChanges } from "./write-owned-fields"

type ClassifiedProduct<Kind extends ProductClassification["kind"] = ProductClassification["kind"]> =
  ProductNotification & {
    classification: Extract<ProductClassification, { kind: Kind }>
  }

/**
 * Handles ProductCreated, ProductUpdated and ProductDeleted.
 * - Fields that the POS owns are written into the store.
 * - Products whose store-owned fields differ become due, so that the next push restores those fields.
 * - New products are stored as candidates; deleted ones follow the connection's setting.
 * - The echo of a push has no further effect.
 * - What would change many products of the store at once is held, and not written.
 * @returns outcomes, and `outboxDue`: whether a push has something to do
 */
export async function importProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<{ outcomes: EntryOutcome[]; outboxDue: boolean }> {
  if (entries.length === 0) {
    return { outcomes: [], outboxDue: false }
  }
  const pos = container.resolve(POS_MODULE)
  const read = await mapInTurns(entries.filter(isOfProduct), parseProductNotification)
  const notifications = read.flatMap((entry) => entry.notification ?? [])
  const uuids = notifications.map(({ product }) => product.uuid)
  const links = await pos.query((sql) => findPosLinks(sql, { connectionId: connection.id, uuids }))
  const posOwned = posOwnedFields(getOutboundSettings(connection))
  const classified = await mapInTurns(notifications, (notification): ClassifiedProduct => ({
    ...notification,
    classification: classifyProduct(notification, links.get(notification.product.uuid), posOwned),
  }))
  const ignored = classified
    .filter(isKind("nothing"))
    .map(({ entry: { id }, classification: { reason } }): EntryOutcome => ({
      id,
      reason,
      kind: "ignored",
    }))
  const effective = classified.filter(({ classification }) => classification.kind !== "nothing")
  let isDue = false
  const apply = async (batch: ClassifiedProduct[]) => {
    const noted = await applyClassifications(container, connection, batch)
    isDue = isDue || noted
  }
  const settings = getInboundSettings(connection)
  const handled = await handleTogether(effective, apply, () =>
    handleEach(effective, (notification) => apply([notification]))
  )
  return {
    outcomes: [...read.flatMap(({ outcome }) => outcome ?? []), ...ignored, ...handled],
    outboxDue: isDue || effective.some(({ classification }) => makesOutboxDue(classification, settings)),
  }
}

/**
 * True when a push has work to do. A new draft must be pushed, because Medusa's own event of it may precede its link.
 */
function makesOutboxDue(classification: ProductClassification, { on_pos_product_created }: InboundSettings): boolean {
  switch (classification.kind) {
    case "nothing":
      return false
    case "version":
      return classification.differs
    case "deleted":
      return true
    case "unlinked":
      return on_pos_product_created === "draft"
  }
}

/** Applies classified notifications. @returns whether products are due although none differs */
async function applyClassifications(
  container: MedusaContainer,
  connection: ConnectionRecord,
  batch: ClassifiedProduct[]
) {
  await collectCandidates(container, connection, batch.filter(isKind("unlinked")))
  const versions = batch.filter(isKind("version"))
  const deleted = batch.filter(isKind("deleted"))
  // The content that the POS owns is stored beside the store's part; when it is unchanged, there is nothing to take
  // over.
  const changed = versions.filter(
    ({ classification: { link, posContent } }) => canonicalJson(link.pos_content) !== canonicalJson(posContent)
  )
  const owned = await readOwnedChanges(
    container,
    connection,
    changed.map(({ classification: { link }, product }) => ({
      productId: link.product_id,
      overrides: link.overrides,
      part: link.part,
      product,
    }))
  )
  const imports = [...versions, ...deleted].map(({ classification: { kind, link, title } }) => {
    return { link, title, deleted: kind === "deleted" }
  })
  const held = await holdImports(container, connection, imports, owned)
  const isDue = await applyVersions(container, connection, { versions, owned, held })
  await applyDeletions(
    container,
    connection,
    deleted.filter(({ classification: { link } }) => !held.has(link.link_id))
  )
  return isDue
}

const isKind =
  <Kind extends ProductClassification["kind"]>(kind: Kind) =>
  (notification: ClassifiedProduct): notification is ClassifiedProduct<Kind> =>
    notification.classification.kind === kind

type Versions = {
  versions: ClassifiedProduct<"version">[]
  owned: OwnedChanges[]
  held: Set<string>
}

/**
 * Applies versions of products at the POS.
 * @param input.owned what the POS owns and the store does not have yet
 * @param input.held ids of links of which nothing of it is written; what was taken over last stays known
 */
async function applyVersions(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { versions, owned, held }: Versions
) {
  if (versions.length === 0) {
    return false
  }
  const pos = container.resolve(POS_MODULE)
  const links = versions.map(({ classification: { link } }) => link)
  const heldProducts = new Set(links.flatMap(({ link_id, product_id }) => (held.has(link_id) ? [product_id] : [])))
  const unwritten = await writeOwnedChanges(
    container,
    connection,
    owned.filter(({ productId }) => !heldProducts.has(productId))
  )
  const ended = links.filter(({ link_id, is_held }) => is_held && !held.has(link_id))
  await pos.query(async (sql, now) => {
    const versionsSeen = versions.map(
      ({ classification: { link, isEdited, differs, edits, posContent }, product, updatedAt }) => ({
        link_id: link.link_id,
        part_id: link.part_id,
        seen_at: updatedAt,
        pos_content: held.has(link.link_id) ? link.pos_content : posContent,
        edited: isEdited,
        differs,
        edits: edits.slice(0, RESTORED_FIELDS_KEPT),
        etag: isEdited ? null : (product.etag ?? null),
      })
    )
    const further = versionsSeen.flatMap(({ part_id, ...version }) =>
      part_id === null ? [] : [{ ...version, part_id }]
    )
    await recordPosVersions(
      sql,
      now,
      versionsSeen.filter(({ part_id }) => part_id === null)
    )
    if (further.length > 0) {
      await recordPartVersions(sql, now, further)
    }
    if (unwritten.length > 0) {
      await markLinkedProductsDue(sql, unwritten, connection.id)
    }
  })
  if (ended.length > 0) {
    await endHolds(container, ended)
  }
  return unwritten.length + ended.length > 0
}

/**
 * Applies deletions at the POS. A deleted further part is always restored, because it is no product of its own in the
 * store.
 */
async function applyDeletions(
  container: MedusaContainer,
  connection: ConnectionRecord,
  deleted: ClassifiedProduct<"deleted">[]
) {
  if (deleted.length === 0) {
    return
  }
  const pos = container.resolve(POS_MODULE)
  const policy = getInboundSettings(connection).on_pos_product_deleted
  const whole = deleted
    .filter(({ classification }) => classification.link.part_id === null)
    .map(({ classification, updatedAt }) => ({ ...classification.link, seen_at: updatedAt }))
  if (policy === "draft" && whole.length > 0) {
    await updateProductsWorkflow(container).run({
      input: { selector: { id: whole.map((link) => link.product_id) }, update: { status: ProductStatus.DRAFT } },
    })
  }
  await pos.query(async (sql, now) => {
    const deletions = whole.map(({ link_id, seen_at }) => ({ link_id, seen_at }))
    await recordPosDeletions(sql, now, { deletions, exclude: policy === "unlink" })
    await recordPartDeletions(
      sql,
      now,
      deleted.flatMap(({ classification: { link }, updatedAt }) =>
        link.part_id === null ? [] : [{ part_id: link.part_id, seen_at: updatedAt }]
      )
    )
  })
  const ended = deleted.map(({ classification: { link } }) => link).filter(({ is_held }) => is_held)
  if (ended.length > 0) {
    await endHolds(container, ended)
  }
}

const CREATED = "ProductCreated"
const UPDATED = "ProductUpdated"
const DELETED = "ProductDeleted"

export const isOfProduct = (entry: ClaimedInboxEntry) => [CREATED, UPDATED, DELETED].includes(entry.event_name)

/** A parsed notification about a product. */
type ProductNotification = {
  entry: ClaimedInboxEntry
  product: PosProduct
  deleted: boolean
  updatedAt: Date | null
}

function parseProductNotification(entry: ClaimedInboxEntry): {
  notification: ProductNotification | null
  outcome: EntryOutcome | null
} {
  const read = <Payload>(schema: z.ZodType<Payload>, product: (payload: Payload) => PosProduct) => {
    const { payload, outcome } = parsePayload(schema, entry)
    if (payload === null) {
      return { notification: null, outcome }
    }
    const content = product(payload)
    const notification = {
      entry,
      product: content,
      deleted: entry.event_name === DELETED,
      updatedAt: parseTimestamp(content.updated),
    }
    return { notification, outcome }
  }
  return entry.event_name === UPDATED
    ? read(productUpdatedPayloadSchema, ({ newEntity }) => newEntity)
    : read(productSchema, (product) => product)
}

/** The classification of a notification about a product. */
type ProductClassification =
  /** no effect, with the reason */
  | { kind: "nothing"; reason: string }
  /** the POS has the product, and the store does not */
  | { kind: "unlinked" }
  | {
      kind: "version"
      link: PosLink
      title: string
      /** it differs in fields that the store owns */
      isEdited: boolean
      /** the next push restores them now, and not only when the product is sold again or its hold is decided on */
      differs: boolean
      edits: FieldChange[]
      posContent: object | null
    }
  | { kind: "deleted"; link: PosLink; title: string }

const WE_DELETED = "The store deleted it at the POS"
const NOT_THERE = "It comes from a sync of the store that is still in progress"
const OLDER = "An older version than the one that is known"

/** States in which the store-owned fields are restored at the POS. */
const RESTORED = new Set(["synced", "rejected", "pending"])

function classifyProduct(
  notification: ProductNotification,
  link: PosLink | undefined,
  posOwned: ReadonlySet<OwnableField>
): ProductClassification {
  if (!link) {
    return { kind: "unlinked" }
  }
  if (link.forgotten) {
    return { kind: "nothing", reason: WE_DELETED }
  }
  const accepted = productSchema.safeParse(link.accepted_content)
  if (!accepted.success) {
    return { kind: "nothing", reason: notification.deleted ? WE_DELETED : NOT_THERE }
  }
  const isOlder =
    notification.updatedAt !== null && link.pos_seen_at !== null && notification.updatedAt < link.pos_seen_at
  if (isOlder) {
    return { kind: "nothing", reason: OLDER }
  }
  const title = accepted.data.name || draftTitle(notification.product)
  if (notification.deleted) {
    return { kind: "deleted", link, title }
  }
  const { differs, edits, posContent } = classifyVersion(accepted.data, notification.product, posOwned)
  // A version with the ETag of our own write is an echo. Any difference is the POS's own way of writing a value, and
  // would never end.
  const isEcho = Boolean(notification.product.etag) && notification.product.etag === link.etag
  const isEdited = differs && !isEcho
  const isRestored = isEdited && RESTORED.has(link.state)
  return { kind: "version", link, title, isEdited, differs: isRestored, edits: isRestored ? edits : [], posContent }
}

/**
 * A draft could not be created from a product of the POS. It is tried again, and the candidate stays listed meanwhile.
 */
class DraftNotCreatedError extends Error {
  constructor(reasons: string[]) {
    super(reasons.join("; "))
    this.name = "DraftNotCreatedError"
  }
}

/**
 * Stores products of the POS that the store does not have as candidates. If the connection is set to create drafts,
 * they also become drafts at once, each once, and only those created since the connection was. A product whose draft a
 * person deleted stays in the list like any other.
 */
async function collectCandidates(
  container: MedusaContainer,
  connection: ConnectionRecord,
  unlinked: ProductNotification[]
): Promise<void> {
  const choice = getInboundSettings(connection).on_pos_product_created
  const pos = container.resolve(POS_MODULE)
  const keep = async (products: ProductNotification[], gone: boolean) =>
    pos.query((sql, now) =>
      storeCandidates(sql, {
        connectionId: connection.id,
        now,
        gone,
        products: products.map(({ product, updatedAt }) => ({
          product_uuid: product.uuid,
          name: draftTitle(product),
          content: product,
          pos_updated_at: updatedAt,
        })),
      })
    )
  const deletedProducts = unlinked.filter(({ deleted }) => deleted)
  if (deletedProducts.length > 0) {
    await keep(deletedProducts, true)
  }
  const existingProducts = unlinked.filter(({ deleted }) => !deleted)
  if (existingProducts.length === 0 || choice === "ignore") {
    return
  }
  const keptCandidates = new Map(
    (await keep(existingProducts, false)).map((candidate) => [candidate.product_uuid, candidate])
  )
  if (choice === "draft") {
    const fresh = existingProducts.flatMap(({ product }) => {
      const candidate = keptCandidates.get(product.uuid)
      const isYoung = (parseTimestamp(product.created) ?? connection.created_at) >= connection.created_at
      return candidate?.undecided && isYoung ? [{ id: candidate.id, product_id: null }] : []
    })
    const failed = (await adoptCandidates(container, connection, fresh)).flatMap(({ reason }) => reason ?? [])
    if (failed.length > 0) {
      throw new DraftNotCreatedError(failed)
    }
  }
}
