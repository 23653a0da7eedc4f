import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { adoptProducts } from "../../modules/pos/queries/catalogue/adopt-products"
import { type ProductIdentity, readIdentities } from "../../medusa-tables/catalogue/read-identities"
import {
  type AdoptionResult,
  claimCandidates,
  type ClaimedCandidate,
  recordAdoptions,
} from "../../modules/pos/queries/catalogue/product-candidates"
import { type PosProduct, productSchema } from "../../pos-api/contract"
import { matchVariants } from "../../translate/match-products"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type AdoptedVariant, adoptStock } from "./adopt-stock"
import { type DraftTerms, readDraftTerms, taxNote } from "./draft-terms"
import { makeDrafts } from "./make-drafts"
import { reasonOf } from "../queue/reason-of"
import { findLinksOf } from "../../modules/pos/queries/outbox/product-links"

/** `product_id`: the product of the shop that it is; null: a draft is made of it. */
export type Adoption = { id: string; product_id: string | null }

type Item = { candidate: ClaimedCandidate; product: PosProduct; isDraft: boolean }

/**
 * Gives candidates a product in the shop, each once: one that is there already, or a draft that stays at the counter as
 * it is until it is published. Candidates that somebody else decides on are left out; one that cannot be adopted
 * waits again, with the reason.
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
    ...{ id, product_id: product_id ?? generateEntityId("", "prod"), chosen: product_id !== null },
  }))
  const claimed = await pos.query((sql, now) => claimCandidates(sql, now, connection.id, choices))
  const drafts = new Set(adoptions.filter(({ product_id }) => product_id === null).map(({ id }) => id))
  const items = claimed.map((candidate) => ({
    ...{ candidate, product: productSchema.parse(candidate.content), isDraft: drafts.has(candidate.id) },
  }))
  const terms = await readDraftTerms(container, connection)
  const results = await adoptTogether(container, connection, { items, terms })
  await pos.query((sql, now) => recordAdoptions(sql, now, results))
  return results
}

type Batch = { items: Item[]; terms: DraftTerms }

/** A batch that fails is adopted one by one, so that each failing product keeps its own reason. */
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
    const reason = reasonOf(error)
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: connection ${connection.id}: adoption: ${reason}`)
    return items.map(({ candidate }) => ({ id: candidate.id, reason, product_id: null }))
  }
}

async function adopt(container: MedusaContainer, connection: ConnectionRecord, { items, terms }: Batch) {
  const pos = container.resolve(POS_MODULE)
  const drafts = items.filter(({ isDraft }) => isDraft)
  await makeDrafts(container, connection, {
    ...{ terms, drafts: drafts.map(({ candidate, product }) => ({ productId: candidate.product_id, product })) },
  })
  const productIds = items.map(({ candidate }) => candidate.product_id)
  const identities = new Map(
    (await pos.query((sql) => readIdentities(sql, productIds))).map((one) => [one.product_id, one])
  )
  const linkable = items.flatMap(({ candidate, product, isDraft }) => {
    const identity = identities.get(candidate.product_id)
    return identity
      ? [
          {
            ...{ product_id: candidate.product_id, product_uuid: product.uuid, content: product },
            ...{ awaits_publishing: isDraft, inclusion: "include" as const },
            notes: isDraft ? [taxNote(product, terms) ?? []].flat() : [],
            variants: pairVariants(identity, product, isDraft),
          },
        ]
      : []
  })
  await pos.query((sql) => adoptProducts(sql, connection.id, linkable))
  const links = new Map(
    (await pos.query((sql) => findLinksOf(sql, connection.id, productIds))).map((link) => [link.product_id, link])
  )
  const isLinked = ({ candidate, product }: Item) => links.get(candidate.product_id)?.product_uuid === product.uuid
  const linkedDrafts = drafts.filter(isLinked).flatMap(({ candidate }) => links.get(candidate.product_id)?.id ?? [])
  await adoptStock(container, connection, await variantsOf(container, linkedDrafts))
  return items.map((item): AdoptionResult => ({
    id: item.candidate.id,
    reason: isLinked(item) ? null : identities.has(item.candidate.product_id) ? ALREADY_THERE : NO_SUCH_PRODUCT,
    product_id: isLinked(item) ? item.candidate.product_id : null,
  }))
}

const ALREADY_THERE = "The shop's product is at the counter already, as another one. Delete one of the two there first."
const NO_SUCH_PRODUCT = "The shop does not have this product."

/** The variants of a draft stand in the counter's order; those of a product that was there are matched. */
function pairVariants(identity: ProductIdentity, product: PosProduct, isDraft: boolean) {
  const variants = product.variants ?? []
  const pairs =
    isDraft && identity.variants.length === variants.length
      ? identity.variants.map(({ id }, index): [string, string] => [id, variants[index]?.uuid ?? ""])
      : [...matchVariants(identity, product)]
  return pairs.map(([variant_id, variant_uuid]) => ({ variant_id, variant_uuid }))
}

async function variantsOf(container: MedusaContainer, linkIds: string[]): Promise<AdoptedVariant[]> {
  const links = await container
    .resolve(POS_MODULE)
    .listPosVariantLinks({ product_link_id: linkIds, tracked: false }, { take: null })
  return links.map(({ id, variant_uuid, product_uuid }) => ({ link_id: id, variant_uuid, product_uuid }))
}
