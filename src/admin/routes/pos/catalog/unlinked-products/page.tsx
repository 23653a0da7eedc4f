import { Crumb } from "../../../../components/common/crumb"
import { lazyPage } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/unlinked-products"))

const Candidates = () => <Content />

export const handle = { breadcrumb: () => <Crumb name="candidates" /> }

export default Candidates
