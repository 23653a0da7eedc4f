import type { MedusaContainer } from "@medusajs/framework/types"
import type { OutboundSettings } from "../../contract/settings"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosClient } from "../../pos-api/client"
import { type ProductContent, productContentSchema, productPatchSchema } from "../../pos-api/contract"
import { planRetry } from "../../runtime/retry"
import { mapInTurns } from "../../runtime/workers"
import { endStockOfVariants, recordAddedVariants } from "../stock"
import { rejectProducts, removeProducts, toDeletionRetry } from "./deselect"
import { posOwnedFields } from "./field-ownership"
import type { MappedProduct } from "./map-products"
import { type ProductPushResult, readAcceptedContents } from "./outbox"
import {
  deleteProductParts,
  type FirstPart,
  type ProductPart,
  recordFirstParts,
  recordProductParts,
} from "./product-parts"
import { recordRestorations } from "./restored-fields"
import type { ProductToSend, SendResult } from "./send-results"
import { writeProducts } from "./write-products"

type Sending = {
  container: MedusaContainer
  connection: ConnectionRecord
  client: PosClient
  settings: OutboundSettings
  mapped: MappedProduct[]
  knownParts: KnownParts
  furtherParts: ProductPart[]
  now: Date
}

/** What the POS has of a part of a product; content that cannot be parsed counts as unknown. */
type KnownPart = { accepted: ProductContent | null; etag: string | null; pos_content: unknown }

/** What the POS has of the parts of products, by the id of their link. */
export type KnownParts = ReadonlyMap<string, KnownPart[]>

/** Reads what the POS has of products. */
export async function readKnownParts(
  container: MedusaContainer,
  mapped: MappedProduct[],
  furtherParts: ProductPart[]
): Promise<KnownParts> {
  const first = await container.resolve(POS_MODULE).query((sql) =>
    readAcceptedContents(
      sql,
      mapped.map(({ link }) => link.id)
    )
  )
  const partsByLink = byLink(furtherParts)
  const partEntries = await mapInTurns(mapped, ({ link: { id } }): [string, KnownPart[]] => {
    const parts = [first.get(id), ...(partsByLink.get(id) ?? [])]
    return [
      id,
      parts.map((part) => {
        const { accepted_content = null, etag = null, pos_content = null } = part ?? {}
        return { accepted: readContent(accepted_content), etag, pos_content }
      }),
    ]
  })
  return new Map(partEntries)
}

/** Results of the products of a batch, and the error that left some unsent, for the connection's health. */
export type SentProducts = { results: ProductPushResult[]; failure: unknown }

/** Sends changed products, part by part, and returns the result of each product. */
export async function sendMappedProducts(sending: Sending): Promise<SentProducts> {
  const { container, client, mapped, knownParts, furtherParts, now } = sending
  const pos = container.resolve(POS_MODULE)
  const partsByLink = byLink(furtherParts)
  const posOwnsFields = posOwnedFields(sending.settings).size > 0
  const toSend = await mapInTurns(mapped, (product) =>
    product.contents.map((content, index): ProductToSend => {
      const before = knownParts.get(product.link.id)?.[index]
      const accepted = before?.accepted ?? null
      return {
        key: getKey(product, index),
        content,
        store: product.storeParts[index] ?? content,
        accepted,
        etag: before?.etag ?? null,
        posContent: readPart(before?.pos_content),
        posOwnsFields,
        posChanged: product.link.pos_changed,
        mayBeThere: product.link.may_be_there,
        // If the POS owns fields, its changes to them are unknown until a notification reports them.
        patchOnly: (product.link.pos_changed && accepted !== null) || (product.link.may_be_there && posOwnsFields),
      }
    })
  )
  const { importThreshold } = await pos.getOptions()
  const answers = new Map(
    (await writeProducts(client, toSend.flat(), importThreshold)).map((result) => [result.key, result])
  )
  const connectionId = sending.connection.id
  const added = mapped.flatMap((product) => getAddedVariants(product, sending.knownParts, answers))
  if (added.length > 0) {
    // Before what the POS accepted: from then on the stock of the variants is matched.
    await pos.query((sql) => recordAddedVariants(sql, { connectionId, variantUuids: added }))
  }
  await recordAccepted(sending, partsByLink, answers)
  await recordRestorations(
    container,
    sending.connection,
    mapped.map((product) => ({
      link_id: product.link.id,
      product_id: product.link.product_id,
      name: product.contents[0]?.name ?? null,
      fields: getAnswers(product, answers).flatMap((answer) => (answer?.kind === "accepted" ? answer.restored : [])),
    }))
  )
  const undeleted = await removeIdleParts(sending, partsByLink, answers)
  const removedVariants = mapped.flatMap((product) =>
    getRemovedVariants(product, sending.knownParts, answers, undeleted)
  )
  if (removedVariants.length > 0) {
    await pos.transaction((sql) => endStockOfVariants(sql, now, { connectionId, variantUuids: removedVariants }))
  }
  const refused = mapped.flatMap((product) => {
    const reasons = getRefusals(product, answers)
    return reasons.length > 0 ? [{ ...product, violations: reasons }] : []
  })
  const results = mapped.flatMap((product) => {
    if (getRefusals(product, answers).length > 0) {
      return []
    }
    const { link } = product
    return [
      undeleted.has(link.id) ? toDeletionRetry(link, undeleted.get(link.id), now) : toResult(product, answers, now),
    ]
  })
  const rejected = await rejectProducts(
    { container, connection: sending.connection, client, now },
    refused,
    sending.settings.on_invalid === "remove"
  )
  return { results: [...rejected, ...results], failure: toFailure([...answers.values()]) }
}

/**
 * Returns the error to record for the connection: one that left products unsent, otherwise an answer that could not be
 * read.
 */
function toFailure(answers: SendResult[]): unknown {
  const [failed] = answers.flatMap((answer) => (answer.kind === "failed" ? [answer.error] : []))
  const [misunderstood] = answers.flatMap((answer) => (answer.kind === "accepted" ? (answer.misunderstood ?? []) : []))
  return failed ?? misunderstood ?? null
}

function byLink(parts: ProductPart[]): Map<string, ProductPart[]> {
  const grouped = new Map<string, ProductPart[]>()
  for (const part of parts) {
    grouped.set(part.product_link_id, [...(grouped.get(part.product_link_id) ?? []), part])
  }
  return grouped
}

const getKey = ({ link }: MappedProduct, part: number) => `${link.id}:${part}`

/** Stored content that cannot be parsed counts as unknown: the store's part is then written over it. */
const readContent = (content: unknown): ProductContent | null => productContentSchema.safeParse(content).data ?? null
const readPart = (part: unknown) => productPatchSchema.safeParse(part).data ?? null

function getAnswers(product: MappedProduct, answers: Map<string, SendResult>): (SendResult | undefined)[] {
  return product.contents.map((_, part) => answers.get(getKey(product, part)))
}

/** Returns why the POS rejected a product or a part of it; empty: it did not. */
function getRefusals(product: MappedProduct, answers: Map<string, SendResult>): string[] {
  const reasons = getAnswers(product, answers).flatMap((answer) => (answer?.kind === "refused" ? [answer.reason] : []))
  return [...new Set(reasons)]
}

const getVariantUuids = (content: ProductContent | null) => content?.variants?.map(({ uuid }) => uuid) ?? []

/** Returns the UUIDs of variants that the POS has from now on, although it had their product before. */
function getAddedVariants(product: MappedProduct, knownParts: KnownParts, answers: Map<string, SendResult>): string[] {
  const before = knownParts.get(product.link.id)?.flatMap(({ accepted }) => accepted ?? []) ?? []
  const had = new Set(before.flatMap(getVariantUuids))
  const written = product.contents.filter((_, index) => isAccepted(answers.get(getKey(product, index))))
  return before.length === 0 ? [] : written.flatMap(getVariantUuids).filter((uuid) => !had.has(uuid))
}

/** Returns the UUIDs of variants that the POS no longer has, although it keeps their product. */
function getRemovedVariants(
  product: MappedProduct,
  knownParts: KnownParts,
  answers: Map<string, SendResult>,
  undeleted: ReadonlyMap<string, unknown>
): string[] {
  const keptUuids = new Set(product.contents.flatMap(getVariantUuids))
  const isDone = getAnswers(product, answers).every(isAccepted) && !undeleted.has(product.link.id)
  const isWritten = (index: number) => isDone || isAccepted(answers.get(getKey(product, index)))
  const written = knownParts.get(product.link.id)?.filter((_, index) => isWritten(index)) ?? []
  return written.flatMap(({ accepted }) => getVariantUuids(accepted)).filter((uuid) => !keptUuids.has(uuid))
}

function toResult(mapped: MappedProduct, answers: Map<string, SendResult>, now: Date): ProductPushResult {
  const { id, revision, attempts } = mapped.link
  const [first, ...others] = getAnswers(mapped, answers)
  const missing = [first, ...others].find((answer) => answer?.kind !== "accepted")
  if (missing || first?.kind !== "accepted") {
    const error = missing?.kind === "failed" ? missing.error : null
    const reason = error instanceof Error ? error.message : "The POS was not called yet"
    return { id, revision, outcome: "retry", reason, ...planRetry("catalog", error, now, attempts) }
  }
  const { content, etag, posContent } = first
  const { notes, fingerprint, source: source_fingerprint } = mapped
  return {
    id,
    revision,
    notes,
    outcome: "accepted",
    fingerprint,
    source_fingerprint,
    content,
    etag,
    pos_content: posContent,
    created: [first, ...others].some((answer) => answer?.kind === "accepted" && answer.created),
  }
}

const isAccepted = (answer: SendResult | undefined) => answer?.kind === "accepted"

/**
 * Stores what the POS accepted of each part, independent of the results of the others. This applies to further parts,
 * and to the first part if this batch does not settle its product. What the POS has can then still be changed and
 * deleted there.
 */
async function recordAccepted(
  { container, mapped }: Sending,
  partsOf: Map<string, ProductPart[]>,
  answers: Map<string, SendResult>
): Promise<void> {
  const further = mapped.flatMap((product) =>
    product.contents.slice(1).flatMap((_, index) => {
      const answer = answers.get(getKey(product, index + 1))
      const part = partsOf.get(product.link.id)?.[index]
      return part && answer?.kind === "accepted"
        ? [{ id: part.id, accepted_content: answer.content, etag: answer.etag, pos_content: answer.posContent }]
        : []
    })
  )
  const first = mapped.flatMap((product): FirstPart[] => {
    const [answer, ...others] = getAnswers(product, answers)
    const isWhole = others.every(isAccepted) && !hasIdleParts(product, partsOf)
    if (isWhole || answer === undefined || answer.kind === "refused") {
      return []
    }
    const { id } = product.link
    return answer.kind === "accepted"
      ? [{ id, accepted_content: answer.content, etag: answer.etag, pos_content: answer.posContent }]
      : [{ id, accepted_content: null, etag: null, pos_content: null }]
  })
  if (further.length + first.length > 0) {
    await container.resolve(POS_MODULE).query(async (sql) => {
      await recordProductParts(sql, further)
      await recordFirstParts(sql, first)
    })
  }
}

const getIdleParts = (product: MappedProduct, partsOf: Map<string, ProductPart[]>) =>
  partsOf.get(product.link.id)?.slice(product.contents.length - 1) ?? []

const hasIdleParts = (product: MappedProduct, partsOf: Map<string, ProductPart[]>) =>
  getIdleParts(product, partsOf).length > 0

/**
 * Deletes parts at the POS that are no longer needed, once all others have been accepted. Until then they are the only
 * place of their variants at the POS.
 * @returns why parts could not be deleted, by the id of their link
 */
async function removeIdleParts(
  { container, client, mapped }: Sending,
  partsOf: Map<string, ProductPart[]>,
  answers: Map<string, SendResult>
): Promise<Map<string, unknown>> {
  const idle = mapped
    .filter((product) => getAnswers(product, answers).every(isAccepted))
    .flatMap((product) => getIdleParts(product, partsOf))
  if (idle.length === 0) {
    return new Map()
  }
  const { gone, failed } = await removeProducts(
    client,
    idle.map(({ product_uuid }) => product_uuid)
  )
  const ended = idle.filter(({ product_uuid }) => gone.has(product_uuid))
  await container.resolve(POS_MODULE).query((sql) =>
    deleteProductParts(
      sql,
      ended.map(({ id }) => id)
    )
  )
  return new Map(
    idle.flatMap(({ product_link_id, product_uuid }): [string, unknown][] =>
      failed.has(product_uuid) ? [[product_link_id, failed.get(product_uuid)]] : []
    )
  )
}
