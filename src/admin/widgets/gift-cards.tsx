import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyPart } from "../components/common/lazy"

const Content = lazyPart(() => import("../components/widgets/gift-cards"))

const GiftCards = () => <Content />

export const config = defineWidgetConfig({
  zone: ["customer.list.before", "gift_card.list.before"],
  id: "pos:gift-cards",
})

export default GiftCards
