import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CataloguePage } from "../../../components/catalogue/catalogue-page"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"

/** Point of sale › Catalogue: how each product stands at the counter, and why. */
const Catalogue = () => (
  <ConnectionPage>{(connection) => <CataloguePage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.catalogue", translationNs: "pos", rank: 1 })

export const handle = { breadcrumb: () => <Crumb name="catalogue" /> }

export default Catalogue
