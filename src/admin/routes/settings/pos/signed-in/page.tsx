import { Crumb } from "../../../../components/common/crumb"
import { SignedIn } from "../../../../components/sign-in/signed-in"

/** Where the service sends the browser back to after a sign-in. */
const SignedInPage = () => <SignedIn />

export const handle = { breadcrumb: () => <Crumb name="signedIn" /> }

export default SignedInPage
