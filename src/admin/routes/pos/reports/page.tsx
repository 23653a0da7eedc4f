import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { ReportsPage } from "../../../components/reports/reports-page"

/** Point of sale › Reports: sales by hour, product, cashier and more, and how long stock lasts. */
const Reports = () => (
  <ConnectionPage>{(connection) => <ReportsPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.reports", translationNs: "pos", rank: 7 })

export const handle = { breadcrumb: () => <Crumb name="reports" /> }

export default Reports
