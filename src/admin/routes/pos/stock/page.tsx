import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/stock"))

const Stock = () => <Content />

export const config = defineRouteConfig({ label: "menu.stock", translationNs: "pos", rank: 5 })

export const handle = { breadcrumb: () => <Crumb name="stock" /> }

export default Stock
