import { CandidatesPage } from "../../../../components/candidates/candidates-page"
import { ConnectionPage } from "../../../../components/common/connection-page"
import { Crumb } from "../../../../components/common/crumb"

/** Products that were made at the counter: taken over into the shop, linked to one of its products, or left there. */
const Candidates = () => (
  <ConnectionPage>{(connection) => <CandidatesPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const handle = { breadcrumb: () => <Crumb name="candidates" /> }

export default Candidates
