import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/reports"))

const Reports = () => <Content />

export const config = defineRouteConfig({ label: "menu.reports", translationNs: "pos", rank: 7 })

export const handle = { breadcrumb: () => <Crumb name="reports" /> }

export default Reports
