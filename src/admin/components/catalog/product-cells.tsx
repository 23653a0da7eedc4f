import { Tooltip } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { type FixPlace, getFixPlace, reasonsIn } from "../../../contract/reasons"
import { useTexts } from "../../hooks/common/use-texts"

type Product = { product_id: string; connection_id: string }

/** Where a person goes from a product: a page on which its reason is fixed, or where its change is decided on. */
type Place = FixPlace | "held"

const PATHS: Record<Place, (product: Product) => string> = {
  edit: ({ product_id }) => `/products/${product_id}/edit`,
  product: ({ product_id }) => `/products/${product_id}`,
  prices: ({ product_id }) => `/products/${product_id}/prices`,
  media: ({ product_id }) => `/products/${product_id}/media`,
  tax: () => "/settings/tax-regions",
  connection: ({ connection_id }) => `/settings/pos/${connection_id}`,
  held: ({ connection_id }) => `/pos/catalog/held-changes?connection=${connection_id}`,
  images: ({ connection_id }) => `/pos/catalog/images?connection=${connection_id}`,
  stock: ({ connection_id }) => `/pos/stock?connection=${connection_id}`,
}

/** The kind of page on which the first reason in a server's text is fixed. */
export function findFixPlace(text: string): FixPlace | undefined {
  const [name] = reasonsIn(text)
  return name && getFixPlace(name)
}

type Reason = { words: string; raw: string | null; place: Place | undefined; product: Product }

/** A reason as a sentence, with the page on which it is fixed. What was said word for word is at hand. */
export const FixableReason = ({ words, raw, place, product }: Reason) => {
  const { t } = useTexts()
  const sentence = <span className="line-clamp-2 break-words">{words}</span>
  return (
    <div className="min-w-64 max-w-96 whitespace-normal py-2">
      {raw === null ? (
        sentence
      ) : (
        <Tooltip content={<span className="break-words">{raw}</span>} maxWidth={480}>
          {sentence}
        </Tooltip>
      )}
      {place && (
        // The row leads to the product; what is fixed elsewhere must not.
        <Link
          to={PATHS[place](product)}
          onClick={(event) => event.stopPropagation()}
          className="text-ui-fg-base underline"
        >
          {t(`catalog.fix.${place}`)}
        </Link>
      )}
    </div>
  )
}

const BOX = "bg-ui-bg-component border-ui-border-base h-8 w-6 shrink-0 rounded border object-cover"

type Named = { product_id: string; title: string | null; thumbnail: string | null }

/** A product's image and title, which leads to its page; a title without end is cut, and whole where it is pointed at. */
export const NamedProduct = ({ product: { product_id, title, thumbnail } }: { product: Named }) => {
  const { t } = useTexts()
  const name = title ?? t("unknown")
  return (
    <div className="flex items-center gap-x-3">
      {thumbnail ? <img src={thumbnail} alt="" loading="lazy" className={BOX} /> : <div className={BOX} />}
      <Link to={`/products/${product_id}`} title={name} className="text-ui-fg-base block max-w-72 truncate">
        {name}
      </Link>
    </div>
  )
}
