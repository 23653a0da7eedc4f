import { ConnectionPage } from "../../../../components/connection-page"
import { Crumb } from "../../../../components/crumb"
import { ReviewPage } from "../../../../components/review/review-page"

/** Payments that somebody should look at: unsettled, without a receipt, with an unusual fee. */
const Review = () => (
  <ConnectionPage>{(connection) => <ReviewPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const handle = { breadcrumb: () => <Crumb name="review" /> }

export default Review
