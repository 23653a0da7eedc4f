import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type ProductPushResult } from "../../modules/pos/queries/outbox/product-outbox"
import {
  deleteProductParts,
  type FirstPart,
  type ProductPart,
  recordFirstParts,
  recordProductParts,
} from "../../modules/pos/queries/outbox/product-parts"
import type { PosClient } from "../../pos-api/client"
import { type ProductContent, productContentSchema, productPatchSchema } from "../../pos-api/contract"
import type { PushSettings } from "../../vocabulary/push-settings"
import { mapInTurns } from "../queue/in-turns"
import { retryOf } from "../queue/retry"
import { rejectProducts, toDeletionRetry } from "./leave-products"
import { counterOwnedFields, type MappedProduct } from "./map-products"
import { recordRestorations } from "./record-restored-fields"
import { removeProducts } from "./remove-products"
import type { ProductToSend, SendResult } from "./send-results"
import { writeProducts } from "./write-products"
import { readAcceptedContents } from "../../modules/pos/queries/outbox/product-links"

type Sending = {
  container: MedusaContainer
  connection: ConnectionRecord
  client: PosClient
  settings: PushSettings
  mapped: MappedProduct[]
  furtherParts: ProductPart[]
  now: Date
}

/** How the products of a batch fared, and the error that left some unsent, for the connection's health. */
export type SentProducts = { results: ProductPushResult[]; failure: unknown }

/** Sends what changed, part by part, and says of each product how it fared. */
export async function sendMappedProducts(sending: Sending): Promise<SentProducts> {
  const { container, client, mapped, furtherParts, now } = sending
  const pos = container.resolve(POS_MODULE)
  const known = await pos.query((sql) =>
    readAcceptedContents(
      sql,
      mapped.map(({ link }) => link.id)
    )
  )
  const partsOf = byLink(furtherParts)
  const counterOwned = counterOwnedFields(sending.settings)
  const toSend = await mapInTurns(mapped, (one) =>
    one.contents.map((content, index): ProductToSend => {
      const before = index === 0 ? known.get(one.link.id) : partsOf.get(one.link.id)?.[index - 1]
      const accepted = readContent(before?.accepted_content)
      return {
        key: keyOf(one, index),
        content,
        shop: one.shopParts[index] ?? content,
        accepted,
        etag: before?.etag ?? null,
        counter: readPart(before?.counter_content),
        counterChanged: one.link.counter_changed,
        mayBeThere: one.link.may_be_there,
        // With fields of the counter's own nobody knows what it did to them until it is told.
        patchOnly: (one.link.counter_changed && accepted !== null) || (one.link.may_be_there && counterOwned.size > 0),
      }
    })
  )
  const { importThreshold } = await pos.getOptions()
  const answers = new Map((await writeProducts(client, toSend.flat(), importThreshold)).map((one) => [one.key, one]))
  await recordAccepted(sending, partsOf, answers)
  await recordRestorations(
    container,
    sending.connection,
    mapped.map((one) => ({
      link_id: one.link.id,
      product_id: one.link.product_id,
      name: one.contents[0]?.name ?? null,
      fields: answersOf(one, answers).flatMap((answer) => (answer?.kind === "accepted" ? answer.restored : [])),
    }))
  )
  const undeleted = await removeIdleParts(sending, partsOf, answers)
  const refused = mapped.flatMap((one) => {
    const reasons = refusalsOf(one, answers)
    return reasons.length > 0 ? [{ ...one, violations: reasons }] : []
  })
  const results = mapped.flatMap((one) => {
    if (refusalsOf(one, answers).length > 0) {
      return []
    }
    const { link } = one
    return [undeleted.has(link.id) ? toDeletionRetry(link, undeleted.get(link.id), now) : toResult(one, answers, now)]
  })
  const rejected = await rejectProducts(
    { container, connection: sending.connection, client, now },
    refused,
    sending.settings.invalid_policy === "remove"
  )
  return { results: [...rejected, ...results], failure: failureOf([...answers.values()]) }
}

/** What the connection's health must know: an error that left products unsent, else an answer that was not understood. */
function failureOf(answers: SendResult[]): unknown {
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

const keyOf = ({ link }: MappedProduct, part: number) => `${link.id}:${part}`

/** What is stored in a form that is not understood is as if it were not known: then the shop's part is written over it. */
const readContent = (content: unknown): ProductContent | null => productContentSchema.safeParse(content).data ?? null
const readPart = (part: unknown) => productPatchSchema.safeParse(part).data ?? null

function answersOf(one: MappedProduct, answers: Map<string, SendResult>): (SendResult | undefined)[] {
  return one.contents.map((_, part) => answers.get(keyOf(one, part)))
}

/** Why the service refused a product or a part of it; empty: it did not. */
function refusalsOf(one: MappedProduct, answers: Map<string, SendResult>): string[] {
  const reasons = answersOf(one, answers).flatMap((answer) => (answer?.kind === "refused" ? [answer.reason] : []))
  return [...new Set(reasons)]
}

function toResult(mapped: MappedProduct, answers: Map<string, SendResult>, now: Date): ProductPushResult {
  const { id, revision, attempts } = mapped.link
  const [first, ...others] = answersOf(mapped, answers)
  const missing = [first, ...others].find((answer) => answer?.kind !== "accepted")
  if (missing || first?.kind !== "accepted") {
    const error = missing?.kind === "failed" ? missing.error : null
    const reason = error instanceof Error ? error.message : "The service was not asked yet"
    return { id, revision, outcome: "retry", reason, ...retryOf("catalogue", error, now, attempts) }
  }
  const { content, etag, counter } = first
  const { notes, fingerprint, source: source_fingerprint } = mapped
  return {
    ...{ id, revision, notes, outcome: "accepted", fingerprint, source_fingerprint },
    ...{ content, etag, counter_content: counter },
    created: [first, ...others].some((answer) => answer?.kind === "accepted" && answer.created),
  }
}

const isAccepted = (answer: SendResult | undefined) => answer?.kind === "accepted"

/**
 * Keeps what was accepted of each part, whatever became of the others: of further parts, and of the first where its
 * product is not settled by this batch, so that what the POS has can be changed and deleted there.
 */
async function recordAccepted(
  { container, mapped }: Sending,
  partsOf: Map<string, ProductPart[]>,
  answers: Map<string, SendResult>
): Promise<void> {
  const further = mapped.flatMap((one) =>
    one.contents.slice(1).flatMap((_, index) => {
      const answer = answers.get(keyOf(one, index + 1))
      const part = partsOf.get(one.link.id)?.[index]
      return part && answer?.kind === "accepted"
        ? [{ id: part.id, accepted_content: answer.content, etag: answer.etag, counter_content: answer.counter }]
        : []
    })
  )
  const first = mapped.flatMap((one): FirstPart[] => {
    const [answer, ...others] = answersOf(one, answers)
    const isWhole = others.every(isAccepted) && !hasIdleParts(one, partsOf)
    if (isWhole || answer === undefined || answer.kind === "refused") {
      return []
    }
    const { id } = one.link
    return answer.kind === "accepted"
      ? [{ id, accepted_content: answer.content, etag: answer.etag, counter_content: answer.counter }]
      : [{ id, accepted_content: null, etag: null, counter_content: null }]
  })
  if (further.length + first.length > 0) {
    await container.resolve(POS_MODULE).query(async (sql) => {
      await recordProductParts(sql, further)
      await recordFirstParts(sql, first)
    })
  }
}

const idlePartsOf = (one: MappedProduct, partsOf: Map<string, ProductPart[]>) =>
  partsOf.get(one.link.id)?.slice(one.contents.length - 1) ?? []

const hasIdleParts = (one: MappedProduct, partsOf: Map<string, ProductPart[]>) => idlePartsOf(one, partsOf).length > 0

/**
 * Takes parts from the POS that are no longer needed, once all others have been accepted: until then it has their
 * variants nowhere else.
 * @returns why parts could not be deleted, by the id of their link
 */
async function removeIdleParts(
  { container, client, mapped }: Sending,
  partsOf: Map<string, ProductPart[]>,
  answers: Map<string, SendResult>
): Promise<Map<string, unknown>> {
  const idle = mapped
    .filter((one) => answersOf(one, answers).every(isAccepted))
    .flatMap((one) => idlePartsOf(one, partsOf))
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
