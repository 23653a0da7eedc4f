import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/payouts"))

const Payouts = () => <Content />

export const config = defineRouteConfig({ label: "menu.payouts", translationNs: "pos", rank: 4 })

export const handle = { breadcrumb: () => <Crumb name="payouts" /> }

export default Payouts
