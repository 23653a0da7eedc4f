import { defineRouteConfig } from "@medusajs/admin-sdk"
import { BuildingStorefront } from "@medusajs/icons"
import { Crumb } from "../../../components/common/crumb"
import { PosPage } from "../../../components/common/pos-page"
import { ConnectionsPage } from "../../../components/connections/connections-page"

/** Settings › Point of sale: the organisations that the shop is connected with. */
const PosSettings = () => (
  <PosPage>
    <ConnectionsPage />
  </PosPage>
)

export const config = defineRouteConfig({ label: "menu.pos", icon: BuildingStorefront, translationNs: "pos" })

export const handle = { breadcrumb: () => <Crumb name="pos" /> }

export default PosSettings
