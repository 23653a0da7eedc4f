import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/receipts"))

const Receipts = () => <Content />

export const config = defineRouteConfig({ label: "menu.receipts", translationNs: "pos", rank: 2 })

export const handle = { breadcrumb: () => <Crumb name="receipts" /> }

export default Receipts
