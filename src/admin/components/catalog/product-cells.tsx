import { clx, Tooltip } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import { type FixPlace, getFixPlace, reasonsIn } from "../../../contract/reasons"
import { useTexts } from "../../hooks/common/use-texts"
import type { PriceOfSides, PriceSpan, StockOfSides } from "../../lib/answers/product"
import { formatMoney, formatQuantity } from "../../lib/format/amounts"
import { formatTime } from "../../lib/format/time"

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

type Figures = {
  here: string | null
  there: string | null
  differs: boolean
  /** what else is known of the POS's value */
  notes?: ReactNode
}

/** A value of the store above the POS's; the POS's is highlighted where any variant differs. */
const HereAndThere = ({ here, there, differs, notes }: Figures) => {
  const { t } = useTexts()
  return (
    <dl className="text-nowrap py-2 tabular-nums">
      <div>
        <dt className="sr-only">{t("catalog.here")}</dt>
        <dd>{here ?? t("none")}</dd>
      </div>
      <div className={clx(differs ? "text-ui-tag-orange-text" : "text-ui-fg-subtle")}>
        <dt className="sr-only">{t("catalog.there")}</dt>
        <dd>
          {there ?? t("none")}
          {differs && <span className="sr-only"> {t("catalog.differs")}</span>}
          {notes}
        </dd>
      </div>
    </dl>
  )
}

type StockProps = { stock: StockOfSides | undefined; timeZone: string | null }

/** Stock of all variants of a product, in the store, and as it was last read of the POS. */
export const StockAtBothSides = ({ stock, timeZone }: StockProps) => {
  const { t, language } = useTexts()
  if (!stock) {
    return <HereAndThere here={null} there={null} differs={false} />
  }
  const { store, pos, read_at, expected, not_tracked, differs } = stock
  const write = (quantity: string | null) => (quantity === null ? null : formatQuantity(quantity, language))
  return (
    <HereAndThere
      here={write(store)}
      there={not_tracked ? t("catalog.notTracked") : write(pos)}
      differs={differs}
      notes={
        <span className="txt-compact-xsmall">
          {expected !== null && (
            <span className="block">{t("catalog.expected", { level: formatQuantity(expected, language) })}</span>
          )}
          {read_at !== null && (
            <time className="text-ui-fg-subtle block" dateTime={read_at}>
              {t("catalog.readAt", { at: formatTime(read_at, language, timeZone) })}
            </time>
          )}
        </span>
      }
    />
  )
}

/** The price of a product, or from its cheapest variant to its dearest, in the store and at the POS. */
export const PriceAtBothSides = (props: { price: PriceOfSides | undefined; currency: string }) => {
  const { language } = useTexts()
  const format = (amount: number) => formatMoney(amount, props.currency, language)
  const write = (span: PriceSpan | null | undefined) => {
    if (!span) {
      return null
    }
    const { lowest, highest } = span
    return lowest === highest ? format(lowest) : `${format(lowest)} – ${format(highest)}`
  }
  const { price } = props
  return <HereAndThere here={write(price?.store)} there={write(price?.pos)} differs={price?.differs ?? false} />
}
