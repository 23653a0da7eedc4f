import { Crumb } from "../../../../components/common/crumb"
import { PosPage } from "../../../../components/common/pos-page"
import { SignedIn } from "../../../../components/sign-in/signed-in"

/** Where the service sends the browser back to after a sign-in. */
const SignedInPage = () => (
  <PosPage>
    <SignedIn />
  </PosPage>
)

export const handle = { breadcrumb: () => <Crumb name="signedIn" /> }

export default SignedInPage
