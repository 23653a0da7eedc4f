import { Crumb } from "../../../../components/common/crumb"
import { lazyPage } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/held-changes"))

const Held = () => <Content />

export const handle = { breadcrumb: () => <Crumb name="held" /> }

export default Held
