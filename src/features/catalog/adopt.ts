import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import { findAlikeProducts, type ProductIdentity, type ProductWords } from "../../medusa/product-lookups"
import { fetchAlike } from "../../medusa/services/find-products"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { type PosProduct, productSchema } from "../../pos-api/contract"
import { openCatalog, readIdentitiesOf } from "../../runtime/catalog-access"
import { getErrorMessage } from "../../runtime/errors"
import { wakeFor } from "../../runtime/queue"
import { POS_EVENTS } from "../../runtime/events"
import type { StockAccess } from "../../runtime/stock-access"
import {
  applyPosMovements,
  holdingInventory,
  readPosLevels,
  inventoriesSchema,
  type Baseline,
  findUntracked,
  takeBaselines,
} from "../stock"
import {
  type AdoptionResult,
  adoptProducts,
  type Candidate,
  claimCandidates,
  type ClaimedCandidate,
  recordAdoptions,
} from "./candidate-store"
import { matchProducts, matchVariants } from "./matching-rules"
import { findLinksOf } from "./outbox"
import { type DraftTerms, createDrafts, readDraftTerms, taxNote } from "./product-drafts"

export type AdoptProductsInput = { connection_id: string; candidates: Adoption[] }

export const posAdoptProductsStep = createStep(
  "pos-adopt-products",
  async ({ connection_id, candidates }: AdoptProductsInput, { container }) => {
    const connection = await container.resolve(POS_MODULE).findConnection(connection_id)
    if (connection.state === "disconnected") {
      throw new ConnectionDisconnectedError(connection_id)
    }
    const results = await adoptCandidates(container, connection, candidates)
    return new StepResponse({
      adopted: results.flatMap(({ id, product_id }) => (product_id ? [{ id, product_id }] : [])),
      failed: results.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
    })
  }
)

/** Links candidates to products of the store: existing ones, or new drafts. Both sides are synced afterwards. */
export const posAdoptProductsWorkflow = createWorkflow("pos-adopt-products", (input: AdoptProductsInput) => {
  const adopted = posAdoptProductsStep(input)
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(adopted)
})

/** `product_id`: the existing product of the store to link; null: a draft is created from the candidate. */
type Adoption = { id: string; product_id: string | null }

type Item = { candidate: ClaimedCandidate; product: PosProduct; isDraft: boolean }

/**
 * Adopts candidates, each once: links each to an existing product of the store, or to a new draft. The POS product of a
 * draft stays unchanged until the draft is published. Candidates that somebody else is deciding on are skipped. One
 * that cannot be adopted becomes open again, with the reason.
 */
export async function adoptCandidates(
  container: MedusaContainer,
  connection: ConnectionRecord,
  adoptions: Adoption[]
): Promise<AdoptionResult[]> {
  if (adoptions.length === 0) {
    return []
  }
  const pos = container.resolve(POS_MODULE)
  const choices = adoptions.map(({ id, product_id }) => ({
    id,
    product_id: product_id ?? generateEntityId("", "prod"),
    chosen: product_id !== null,
  }))
  const claimed = await pos.query((sql, now) => claimCandidates(sql, now, connection.id, choices))
  const drafts = new Set(adoptions.filter(({ product_id }) => product_id === null).map(({ id }) => id))
  const items = claimed.map((candidate) => ({
    candidate,
    product: productSchema.parse(candidate.content),
    isDraft: drafts.has(candidate.id),
  }))
  const terms = await readDraftTerms(container, connection)
  const results = await adoptTogether(container, connection, { items, terms })
  await pos.query((sql, now) => recordAdoptions(sql, now, results))
  return results
}

type Batch = { items: Item[]; terms: DraftTerms }

/**
 * Adopts a batch of candidates together. A batch that fails is adopted one by one, so that each failing product keeps
 * its own reason.
 */
async function adoptTogether(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { items, terms }: Batch
): Promise<AdoptionResult[]> {
  try {
    return items.length > 0 ? await adopt(container, connection, { items, terms }) : []
  } catch (error) {
    if (items.length > 1) {
      const results: AdoptionResult[] = []
      for (const item of items) {
        results.push(...(await adoptTogether(container, connection, { items: [item], terms })))
      }
      return results
    }
    const reason = getErrorMessage(error)
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: connection ${connection.id}: adoption: ${reason}`)
    return items.map(({ candidate }) => ({ id: candidate.id, reason, product_id: null }))
  }
}

async function adopt(container: MedusaContainer, connection: ConnectionRecord, { items, terms }: Batch) {
  const pos = container.resolve(POS_MODULE)
  const drafts = items.filter(({ isDraft }) => isDraft)
  await createDrafts(container, connection, {
    terms,
    drafts: drafts.map(({ candidate, product }) => ({ productId: candidate.product_id, product })),
  })
  const productIds = items.map(({ candidate }) => candidate.product_id)
  const identities = new Map(
    (await readIdentitiesOf(container, productIds)).map((identity) => [identity.product_id, identity])
  )
  const linkable = items.flatMap(({ candidate, product, isDraft }) => {
    const identity = identities.get(candidate.product_id)
    return identity
      ? [
          {
            product_id: candidate.product_id,
            product_uuid: product.uuid,
            content: product,
            awaits_publishing: isDraft,
            inclusion: "include" as const,
            notes: isDraft ? [taxNote(product, terms) ?? []].flat() : [],
            variants: pairVariants(identity, product, isDraft),
          },
        ]
      : []
  })
  await pos.transaction((sql) => adoptProducts(sql, connection.id, linkable))
  const links = new Map(
    (await pos.query((sql) => findLinksOf(sql, connection.id, productIds))).map((link) => [link.product_id, link])
  )
  const isLinked = ({ candidate, product }: Item) => links.get(candidate.product_id)?.product_uuid === product.uuid
  const linkedDrafts = drafts.filter(isLinked).flatMap(({ candidate }) => links.get(candidate.product_id)?.id ?? [])
  await adoptStock(container, connection, await getVariants(container, linkedDrafts))
  return items.map((item): AdoptionResult => ({
    id: item.candidate.id,
    reason: isLinked(item) ? null : identities.has(item.candidate.product_id) ? ALREADY_THERE : NO_SUCH_PRODUCT,
    product_id: isLinked(item) ? item.candidate.product_id : null,
  }))
}

const ALREADY_THERE =
  "The store's product is already linked to another product at the POS. Delete one of the two there first."
const NO_SUCH_PRODUCT = "The store does not have this product."

/**
 * Pairs variants with those of the POS. The variants of a draft are in the POS's order; those of an existing product
 * are matched.
 */
function pairVariants(identity: ProductIdentity, product: PosProduct, isDraft: boolean) {
  const variants = product.variants ?? []
  const pairs =
    isDraft && identity.variants.length === variants.length
      ? identity.variants.map(({ id }, index): [string, string] => [id, variants[index]?.uuid ?? ""])
      : [...matchVariants(identity, product)]
  return pairs.map(([variant_id, variant_uuid]) => ({ variant_id, variant_uuid }))
}

async function getVariants(container: MedusaContainer, linkIds: string[]): Promise<AdoptedVariant[]> {
  const links = await container
    .resolve(POS_MODULE)
    .listPosVariantLinks({ product_link_id: linkIds, tracked: false }, { take: null })
  return links.map(({ id, variant_uuid, product_uuid }) => ({ link_id: id, variant_uuid, product_uuid }))
}

const LOCK_TIMEOUT_SECONDS = 30

/** Maximum number of times that a level is read because the POS changed it during the reading. */
const MOST_ROUNDS = 5

type AdoptedVariant = { link_id: string; variant_uuid: string; product_uuid: string }

/** The POS changed the levels during every reading. The adoption can be tried again. */
export class MovingLevelsError extends Error {
  constructor(count: number) {
    super(`Could not take over the stock of ${count} variants: it moved at the POS whenever it was read. Try again.`)
    this.name = "MovingLevelsError"
  }
}

/**
 * Takes over the POS's level as the initial level of products that were created from the POS. The level is written to
 * the store once, as one movement with its own natural key. The ledger starts at the same level, so earlier
 * notifications are known to be included. Levels are read while no lock is held; levels that the POS has changed
 * meanwhile are read again. Variants that the POS does not track stay untracked.
 * @throws MovingLevelsError
 */
async function adoptStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  variants: AdoptedVariant[]
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { inventory } = await pos.clientOf(connection.id, "bulk")
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  if (!inventory || !inventories.success || connection.stock_sync === "off" || variants.length === 0) {
    return
  }
  let remaining = variants
  for (let round = 0; round < MOST_ROUNDS && remaining.length > 0; round += 1) {
    const linkIds = remaining.map(({ link_id }) => link_id)
    const links = await pos.listPosVariantLinks({ id: linkIds }, { take: null })
    const revisions = new Map(links.map(({ id, stock_revision }) => [id, stock_revision]))
    const now = await pos.now()
    const { levels } = await readPosLevels(inventory, inventories.data.STORE, remaining)
    const knownLevels = remaining.flatMap(({ link_id, variant_uuid }) => {
      const read = levels.get(variant_uuid)
      const revision = revisions.get(link_id)
      return read
        ? [{ linkId: link_id, variantUuid: variant_uuid, level: read.level, readAt: read.readAt ?? now, revision }]
        : []
    })
    const startedLinks = await begin(container, connection, knownLevels)
    remaining = remaining.filter(({ link_id }) => startedLinks.has(link_id))
  }
  if (remaining.length > 0) {
    throw new MovingLevelsError(remaining.length)
  }
}

type KnownLevel = Baseline & { variantUuid: string }

/** Takes over levels in one transaction. @returns the links of those that have changed since they were read */
async function begin(
  container: MedusaContainer,
  connection: ConnectionRecord,
  knownLevels: KnownLevel[]
): Promise<Set<string>> {
  const uuids = knownLevels.map(({ variantUuid }) => variantUuid)
  const take = async (sql: Sql, stock: StockAccess) => {
    await takeBaselines(sql, connection.id, knownLevels)
    const linkIds = knownLevels.map(({ linkId }) => linkId)
    const untrackedIds = new Set(await findUntracked(sql, linkIds))
    await applyPosMovements(
      sql,
      stock,
      connection,
      knownLevels
        .filter(({ linkId }) => !untrackedIds.has(linkId))
        .map(({ linkId, variantUuid, level, readAt }) => ({
          naturalKey: `adopted:${linkId}`,
          variantUuid,
          kind: "corrected",
          change: "0",
          storeChange: level,
          before: null,
          balanceAfter: level,
          identifier: null,
          occurredAt: readAt,
        }))
    )
    return untrackedIds
  }
  return holdingInventory(container, connection.id, uuids, take, LOCK_TIMEOUT_SECONDS)
}

/** A product of the store that a candidate may be; `confidence` is in percent. */
export type Suggestion = { product_id: string; title: string; matched_by: string; confidence: number }

/** Suggests the best matching product of the store for each candidate: by handle, SKU, barcode, then name. */
export async function suggestMatches(
  container: MedusaContainer,
  candidates: Candidate[]
): Promise<Map<string, Suggestion>> {
  const open = candidates.filter(({ state }) => state === "open")
  const products = open.flatMap(({ content }): PosProduct[] => {
    const parsed = productSchema.safeParse(content)
    return parsed.success ? [parsed.data] : []
  })
  const suggestions = new Map<string, Suggestion>()
  if (products.length === 0) {
    return suggestions
  }
  const connectionIds = [...new Set(open.map(({ connection_id }) => connection_id))]
  const words = getWords(products)
  const over = await openCatalog(container, async () => fetchAlike(container, words))
  const alike = await container.resolve(POS_MODULE).query((sql) => findAlikeProducts(over(sql), connectionIds, words))
  const identities = await readIdentitiesOf(container, alike)
  for (const { product_id, title, candidates: matches } of matchProducts(identities, products)) {
    for (const { uuid, matched_by, confidence } of matches) {
      if ((suggestions.get(uuid)?.confidence ?? 0) < confidence) {
        suggestions.set(uuid, { product_id, title, matched_by, confidence })
      }
    }
  }
  return suggestions
}

function getWords(products: PosProduct[]): ProductWords {
  const variants = products.flatMap((product) => product.variants ?? [])
  const texts = (values: (string | null | undefined)[]) => values.flatMap((value) => value || [])
  return {
    handles: texts(products.map(({ externalReference }) => externalReference)),
    titles: texts(products.map(({ name }) => name?.toLowerCase())),
    skus: texts(variants.map(({ sku }) => sku)),
    barcodes: texts(variants.map(({ barcode }) => barcode)),
  }
}
