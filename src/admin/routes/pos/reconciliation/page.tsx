import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/reconciliation"))

const Reconciliation = () => <Content />

export const config = defineRouteConfig({ label: "menu.money", translationNs: "pos", rank: 6 })

export const handle = { breadcrumb: () => <Crumb name="money" /> }

export default Reconciliation
