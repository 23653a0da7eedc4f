import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedProductLink, ProductPushResult } from "../../modules/pos/queries/product-outbox"
import { type PosClient, PosNotFoundError } from "../../pos-api/client"
import { type ProductContent, productContentSchema } from "../../pos-api/contract"
import { fingerprint } from "../../translate/fingerprint"
import { toProductContent } from "../../translate/product"
import { validateProduct } from "../../translate/product-validation"
import type { ShopProduct } from "../../translate/shop-product"
import type { ConnectionRecord } from "../connection-record"
import { readProducts } from "../shop/read-products"
import { type ProductToSend, sendProducts } from "./send-products"

type Mapped = { claim: ClaimedProductLink; content: ProductContent; notes: string[]; fingerprint: string }

/**
 * Brings claimed products to the service: those that are gone from the shop are deleted there, those that it would
 * refuse are rejected with the reason, those that did not change cost no call, and the rest is sent.
 */
export async function pushProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  claims: ClaimedProductLink[]
): Promise<ProductPushResult[]> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(connection.id)
  const read = await readProducts(
    container,
    connection,
    claims.map((claim) => claim.product_id)
  )
  const products = new Map(
    [...read.values()].filter(({ published }) => published).map(({ product }) => [product.id, product])
  )
  const gone = claims.filter((claim) => !products.has(claim.product_id))
  await removeAll(client, gone)
  const mapped = await mapProducts(container, connection, claims, products)
  const results: ProductPushResult[] = gone.map(({ id, revision }) => ({ id, revision, outcome: "removed" }))
  const toSend: (ProductToSend & Mapped)[] = []
  for (const one of mapped) {
    const { id, revision } = one.claim
    const violations = validateProduct(one.content, connection.currency_code)
    if (violations.length > 0) {
      const reason = violations.map(({ message }) => message).join("; ")
      results.push({ id, revision, outcome: "rejected", reason })
    } else if (one.claim.fingerprint === one.fingerprint) {
      results.push(accepted(one))
    } else {
      toSend.push({ ...one, linkId: id, accepted: readAccepted(one.claim) })
    }
  }
  const answers = await sendProducts(client, toSend, (await pos.getOptions()).importThreshold)
  const refusals = new Map(answers.map((answer) => [answer.linkId, answer.refusal]))
  for (const one of toSend) {
    const { id, revision } = one.claim
    const refusal = refusals.get(id)
    results.push(refusal ? { id, revision, outcome: "rejected", reason: refusal } : accepted(one))
  }
  return results
}

const accepted = ({ claim, content, notes, fingerprint: mark }: Mapped): ProductPushResult => ({
  id: claim.id,
  revision: claim.revision,
  outcome: "accepted",
  content,
  fingerprint: mark,
  notes,
})

function readAccepted(claim: ClaimedProductLink): ProductContent | null {
  return productContentSchema.nullable().parse(claim.accepted_content ?? null)
}

/** Products that never arrived have nothing to be deleted; one that the counter deleted already is gone too. */
async function removeAll(client: PosClient, claims: ClaimedProductLink[]): Promise<void> {
  for (const claim of claims.filter(({ accepted_content }) => accepted_content !== null)) {
    try {
      await client.products.delete(claim.product_uuid)
    } catch (error) {
      if (!(error instanceof PosNotFoundError)) {
        throw error
      }
    }
  }
}

async function mapProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  claims: ClaimedProductLink[],
  products: Map<string, ShopProduct>
): Promise<Mapped[]> {
  const pos = container.resolve(POS_MODULE)
  const present = claims.flatMap((claim) => {
    const product = products.get(claim.product_id)
    return product ? [{ claim, product }] : []
  })
  const variantUuids = await pos.ensureVariantLinks(
    connection.id,
    present.flatMap(({ claim, product }) =>
      product.variants.map((variant) => ({
        variant_id: variant.id,
        product_link_id: claim.id,
        product_uuid: claim.product_uuid,
      }))
    )
  )
  const categoryUuids = await pos.ensureCategoryLinks(
    connection.id,
    present.flatMap(({ product }) => product.category?.id ?? [])
  )
  const basis = {
    currencyCode: connection.currency_code,
    taxationMode: connection.taxation_mode,
    taxationType: connection.taxation_type,
  }
  return present.map(({ claim, product }) => {
    const uuids = { productUuid: claim.product_uuid, variantUuids, categoryUuids }
    const { content, notes } = toProductContent(product, uuids, basis)
    return { claim, content, notes, fingerprint: fingerprint(content) }
  })
}
