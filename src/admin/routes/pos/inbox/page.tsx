import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { InboxPage } from "../../../components/inbox/inbox-page"

/** Point of sale › Inbox: what the service told, what became of it, and another try for what gave up. */
const Inbox = () => (
  <ConnectionPage>{(connection) => <InboxPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.inbox", translationNs: "pos", rank: 9 })

export const handle = { breadcrumb: () => <Crumb name="inbox" /> }

export default Inbox
