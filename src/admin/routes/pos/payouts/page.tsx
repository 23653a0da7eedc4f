import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { PayoutsPage } from "../../../components/payouts/payouts-page"

/** Point of sale › Payouts: what came to the bank, what of, and what it cost. */
const Payouts = () => (
  <ConnectionPage>{(connection) => <PayoutsPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.payouts", translationNs: "pos", rank: 4 })

export const handle = { breadcrumb: () => <Crumb name="payouts" /> }

export default Payouts
