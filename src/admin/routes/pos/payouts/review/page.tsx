import { ConnectionPage } from "../../../../components/common/connection-page"
import { Crumb } from "../../../../components/common/crumb"
import { ReviewPage } from "../../../../components/review/review-page"

/** Payments that somebody should look at: unsettled, without a receipt, with an unusual fee. */
const Review = () => (
  <ConnectionPage>{(connection) => <ReviewPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const handle = { breadcrumb: () => <Crumb name="review" /> }

export default Review
