import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { GiftCardsPage } from "../../../components/gift-cards/gift-cards-page"

/** Point of sale › Gift cards: what is on each, and what the merchant still owes. */
const GiftCards = () => (
  <ConnectionPage>{(connection) => <GiftCardsPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.giftCards", translationNs: "pos", rank: 3 })

export const handle = { breadcrumb: () => <Crumb name="giftCards" /> }

export default GiftCards
