import type { MendingPlace } from "../../../vocabulary/mending"
import type { ProductLink } from "../../lib/answers/product-link"

const PATHS: Record<MendingPlace, (link: ProductLink) => string> = {
  edit: ({ product_id }) => `/products/${product_id}/edit`,
  product: ({ product_id }) => `/products/${product_id}`,
  prices: ({ product_id }) => `/products/${product_id}/prices`,
  media: ({ product_id }) => `/products/${product_id}/media`,
  tax: () => "/settings/tax-regions",
  connection: ({ connection_id }) => `/settings/pos/${connection_id}`,
  pictures: ({ connection_id }) => `/pos/catalogue/pictures?connection=${connection_id}`,
  stock: ({ connection_id }) => `/pos/stock?connection=${connection_id}`,
}

/** The page on which a product's fault is mended. */
export const mendingPath = (place: MendingPlace, link: ProductLink): string => PATHS[place](link)
