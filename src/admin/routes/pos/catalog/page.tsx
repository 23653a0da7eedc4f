import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/catalog"))

const Catalog = () => <Content />

export const config = defineRouteConfig({ label: "menu.catalog", translationNs: "pos", rank: 1 })

export const handle = { breadcrumb: () => <Crumb name="catalog" /> }

export default Catalog
