import { Crumb } from "../../../../../components/common/crumb"
import { lazyPage } from "../../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../../pages/matching-plan"))

const MatchingPlan = () => <Content />

export const handle = { breadcrumb: () => <Crumb name="plan" /> }

export default MatchingPlan
