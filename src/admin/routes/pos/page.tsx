import { defineRouteConfig } from "@medusajs/admin-sdk"
import { BuildingStorefront } from "@medusajs/icons"
import { ConnectionPage } from "../../components/common/connection-page"
import { Crumb } from "../../components/common/crumb"
import { OverviewOfSeveral } from "../../components/overview/overview-of-several"
import { OverviewPage } from "../../components/overview/overview-page"

/** Point of sale › Overview: what was sold, and what needs attention. */
const Overview = () => (
  <ConnectionPage
    ofSeveral={(connections, group) => <OverviewOfSeveral key={group} connections={connections} group={group} />}
  >
    {(connection) => <OverviewPage connection={connection} />}
  </ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.pos", icon: BuildingStorefront, translationNs: "pos" })

export const handle = { breadcrumb: () => <Crumb name="pos" /> }

export default Overview
