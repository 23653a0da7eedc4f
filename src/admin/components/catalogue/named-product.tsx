import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { ProductLink } from "../../lib/answers/product-link"

const BOX = "bg-ui-bg-component border-ui-border-base h-8 w-6 shrink-0 rounded border object-cover"

/** A product's picture and title, which leads to its page; a title without end is cut, and whole where it is pointed at. */
export const NamedProduct = ({ link: { product_id, title, thumbnail } }: { link: ProductLink }) => {
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
