import { ConnectionPage } from "../../../../components/common/connection-page"
import { Crumb } from "../../../../components/common/crumb"
import { DryRunPage } from "../../../../components/dry-run/dry-run-page"

/** What a full sync would do, field by field, before anything is written. */
const DryRun = () => (
  <ConnectionPage>{(connection) => <DryRunPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const handle = { breadcrumb: () => <Crumb name="dryRun" /> }

export default DryRun
