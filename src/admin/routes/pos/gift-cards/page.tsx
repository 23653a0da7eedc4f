import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/gift-cards"))

const GiftCards = () => <Content />

export const config = defineRouteConfig({ label: "menu.giftCards", translationNs: "pos", rank: 3 })

export const handle = { breadcrumb: () => <Crumb name="giftCards" /> }

export default GiftCards
