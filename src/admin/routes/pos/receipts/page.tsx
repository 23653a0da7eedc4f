import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { ReceiptsPage } from "../../../components/receipts/receipts-page"

/** Point of sale › Receipts: everything that was sold and refunded over the counter. */
const Receipts = () => (
  <ConnectionPage>{(connection) => <ReceiptsPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.receipts", translationNs: "pos", rank: 2 })

export const handle = { breadcrumb: () => <Crumb name="receipts" /> }

export default Receipts
