import { Crumb } from "../../../../components/common/crumb"
import { lazyPage } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/signed-in"))

const SignedInPage = () => <Content />

export const handle = { breadcrumb: () => <Crumb name="signedIn" /> }

export default SignedInPage
