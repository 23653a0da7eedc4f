import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { StockPage } from "../../../components/stock/stock-page"

/** Point of sale › Stock: where the levels of shop and counter differ, and why. */
const Stock = () => (
  <ConnectionPage>{(connection) => <StockPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.stock", translationNs: "pos", rank: 5 })

export const handle = { breadcrumb: () => <Crumb name="stock" /> }

export default Stock
