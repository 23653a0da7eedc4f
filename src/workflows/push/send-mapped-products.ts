import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type ProductPushResult } from "../../modules/pos/queries/outbox/product-outbox"
import {
  deleteProductParts,
  type ProductPart,
  recordProductParts,
} from "../../modules/pos/queries/outbox/product-parts"
import type { PosClient } from "../../pos-api/client"
import { type ProductContent, productContentSchema, productPatchSchema } from "../../pos-api/contract"
import type { PushSettings } from "../../vocabulary/push-settings"
import { mapInTurns } from "../queue/in-turns"
import { retryOf } from "../queue/retry"
import { rejectProducts } from "./leave-products"
import { counterOwnedFields, type MappedProduct } from "./map-products"
import { removeProducts } from "./remove-products"
import type { ProductToSend, SendResult } from "./send-results"
import { writeProducts } from "./write-products"
import { readAcceptedContents } from "../../modules/pos/queries/outbox/product-links"

type Sending = {
  container: MedusaContainer
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
        counter: index === 0 ? readPart(known.get(one.link.id)?.counter_content) : null,
        counterChanged: one.link.counter_changed,
        mayBeThere: one.link.may_be_there,
        // With fields of the counter's own nobody knows what it did to them until it is told.
        patchOnly: (one.link.counter_changed && accepted !== null) || (one.link.may_be_there && counterOwned.size > 0),
      }
    })
  )
  const { importThreshold } = await pos.getOptions()
  const answers = new Map((await writeProducts(client, toSend.flat(), importThreshold)).map((one) => [one.key, one]))
  await settleParts(sending, partsOf, answers)
  const refused = mapped.flatMap((one) => {
    const reasons = refusalsOf(one, answers)
    return reasons.length > 0 ? [{ ...one, violations: reasons }] : []
  })
  const results = mapped.flatMap((one) => (refusalsOf(one, answers).length > 0 ? [] : [toResult(one, answers, now)]))
  const rejected = await rejectProducts(container, client, refused, sending.settings.invalid_policy === "remove")
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
  }
}

/** Keeps what was accepted of further parts, and takes those from the counter that are no longer needed. */
async function settleParts(
  { container, client, mapped, furtherParts }: Sending,
  partsOf: Map<string, ProductPart[]>,
  answers: Map<string, SendResult>
): Promise<void> {
  if (furtherParts.length === 0) {
    return
  }
  const pos = container.resolve(POS_MODULE)
  const sent = mapped.flatMap((one) =>
    one.contents.slice(1).flatMap((_, index) => {
      const answer = answers.get(keyOf(one, index + 1))
      const part = partsOf.get(one.link.id)?.[index]
      return part && answer?.kind === "accepted"
        ? [{ id: part.id, accepted_content: answer.content, etag: answer.etag }]
        : []
    })
  )
  const idle = mapped.flatMap((one) => partsOf.get(one.link.id)?.slice(one.contents.length - 1) ?? [])
  await removeProducts(
    client,
    idle.map(({ product_uuid }) => product_uuid)
  )
  await pos.query(async (sql) => {
    await recordProductParts(sql, sent)
    await deleteProductParts(
      sql,
      idle.map(({ id }) => id)
    )
  })
}
