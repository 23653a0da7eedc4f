import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { PosGiftCards } from "../components/widgets/pos-gift-cards"
import { Permitted } from "../components/common/restricted"

/** Above the customers, and above Medusa's own gift cards where a store has them: what the POS's cards come to. */
const GiftCards = () => (
  <Permitted to="finance">
    <PosGiftCards />
  </Permitted>
)

export const config = defineWidgetConfig({
  zone: ["customer.list.before", "gift_card.list.before"],
  id: "pos:gift-cards",
})

export default GiftCards
