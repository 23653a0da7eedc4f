import { Crumb } from "../../../../components/common/crumb"
import { lazyPage } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/payouts-review"))

const Review = () => <Content />

export const handle = { breadcrumb: () => <Crumb name="review" /> }

export default Review
