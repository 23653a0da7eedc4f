import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/find-sale"))

const FindSale = () => <Content />

export const config = defineRouteConfig({ label: "menu.findSale", translationNs: "pos", rank: 0 })

export const handle = { breadcrumb: () => <Crumb name="findSale" /> }

export default FindSale
