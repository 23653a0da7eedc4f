import { Crumb } from "../../../../components/common/crumb"
import { lazyPage } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/sync-preview"))

const DryRun = () => <Content />

export const handle = { breadcrumb: () => <Crumb name="dryRun" /> }

export default DryRun
