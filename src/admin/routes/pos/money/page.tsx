import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { MoneyPage } from "../../../components/money/money-page"

/** Point of sale › Money: where receipts, orders, purchases and payouts differ, and why. */
const Money = () => (
  <ConnectionPage>{(connection) => <MoneyPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.money", translationNs: "pos", rank: 6 })

export const handle = { breadcrumb: () => <Crumb name="money" /> }

export default Money
