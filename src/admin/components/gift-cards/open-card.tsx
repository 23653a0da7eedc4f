import { Link } from "react-router-dom"
import { useHrefWith } from "../../hooks/common/use-href-with"
import type { GiftCard } from "../../lib/answers/gift-card"

const SHOWN = 13

/** The beginning of a card's UUID; opens the card beside the list. */
export const OpenCard = ({ card }: { card: GiftCard }) => {
  const hrefWith = useHrefWith()
  return (
    <Link to={hrefWith("card", card.id)} className="text-ui-fg-base font-mono" title={card.card_uuid}>
      {card.card_uuid.slice(0, SHOWN)}…
    </Link>
  )
}
