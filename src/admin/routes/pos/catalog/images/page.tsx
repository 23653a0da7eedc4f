import { Crumb } from "../../../../components/common/crumb"
import { lazyPage } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/images"))

const Images = () => <Content />

export const handle = { breadcrumb: () => <Crumb name="images" /> }

export default Images
