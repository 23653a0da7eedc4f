import { Tooltip } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { Link } from "react-router-dom"
import { MENDED_AT } from "../../../vocabulary/mending"
import { useReasonWords } from "../../hooks/common/use-reason-words"
import { reasonsIn } from "../../../vocabulary/reasons"
import type { ProductLink } from "../../lib/answers/product-link"
import { mendingPath } from "./mending-path"

/**
 * Why a product stands as it does, in a sentence, with the page on which that is mended: its rejection, else what is to be
 * known of it, else a stock error. What was said word for word is at hand.
 */
export const LinkReason = ({ link }: { link: ProductLink }) => {
  const { t } = useTexts()
  const wordsOf = useReasonWords()
  const stock = link.variants.find(({ stock_error }) => stock_error !== null)?.stock_error
  const text = link.rejection ?? link.notes[0] ?? stock
  if (!text) {
    return <span className="text-ui-fg-subtle">{t("none")}</span>
  }
  const [name] = reasonsIn(text)
  const place = name && MENDED_AT[name]
  return (
    <div className="min-w-64 max-w-96 whitespace-normal py-2">
      <Tooltip content={<span className="break-words">{text}</span>} maxWidth={480}>
        <span className="line-clamp-2 break-words">{wordsOf(text)}</span>
      </Tooltip>
      {place && (
        // The row leads to the product; what is mended elsewhere must not.
        <Link
          to={mendingPath(place, link)}
          onClick={(event) => event.stopPropagation()}
          className="text-ui-fg-interactive hover:text-ui-fg-interactive-hover"
        >
          {t(`catalogue.mend.${place}`)}
        </Link>
      )}
    </div>
  )
}
