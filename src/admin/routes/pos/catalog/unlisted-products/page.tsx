import { Crumb } from "../../../../components/common/crumb"
import { lazyPage } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/unlisted-products"))

const Unlisted = () => <Content />

export const handle = { breadcrumb: () => <Crumb name="unlisted" /> }

export default Unlisted
