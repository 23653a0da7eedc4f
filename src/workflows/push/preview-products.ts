import type { MedusaContainer } from "@medusajs/framework/types"
import type { ClaimedProductLink } from "../../modules/pos/queries/outbox/product-outbox"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { picturesOf } from "../../translate/shop-product"
import type { ProductPart } from "../../modules/pos/queries/outbox/product-parts"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type ReadProduct, readProducts } from "./read-products"
import { lookUpPictures } from "./ensure-pictures"
import { mapProducts, type MappedProduct, toMap } from "./map-products"
import { type Fate, fateOf } from "./product-fate"
import { findPlacements, lookUpUuids } from "./product-uuids"

/** What a push would make of a link now. `mapped` is null for what is not sold. */
export type ProductPreview = {
  link: ClaimedProductLink
  read: ReadProduct | undefined
  fate: Fate
  mapped: MappedProduct | null
  /** its further parts at the POS, in their order */
  furtherParts: ProductPart[]
}

/** Looks what a push would make of links, without writing here or at the service. */
export async function previewProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  links: ClaimedProductLink[]
): Promise<ProductPreview[]> {
  const settings = pushSettingsOf(connection)
  const read = await readProducts(
    container,
    connection,
    links.map((link) => link.product_id)
  )
  const fates = new Map(links.map((link) => [link.id, fateOf(link, read.get(link.product_id), settings)]))
  const chosen = links.flatMap((link) => {
    const found = fates.get(link.id) === "sold" ? read.get(link.product_id) : undefined
    return found ? [{ link, found, product: found.product }] : []
  })
  const placements = await findPlacements(container, connection.id, chosen)
  const sold = chosen.map(({ link, found }) => toMap(link, found, settings, placements))
  const uuids = await lookUpUuids(container, connection.id, sold)
  const urls = sold.flatMap(({ product }) => picturesOf(product))
  const pictures = await lookUpPictures(container, { connection, settings, urls })
  const mapped = new Map(
    (await mapProducts(container, connection, sold, uuids, pictures)).map((one) => [one.link.id, one])
  )
  return links.map((link) => ({
    ...{ link, read: read.get(link.product_id), fate: fates.get(link.id) ?? "sold" },
    mapped: mapped.get(link.id) ?? null,
    furtherParts: uuids.furtherParts.filter(({ product_link_id }) => product_link_id === link.id),
  }))
}
