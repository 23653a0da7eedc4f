import { Container } from "@medusajs/ui"
import { Navigate, useSearchParams } from "react-router-dom"
import { Failure } from "../components/common/failure"
import { PosPage } from "../components/common/pos-page"
import { Empty, SkeletonLines } from "../components/common/states"
import { useTexts } from "../hooks/common/use-texts"
import { useTakenUpSignIn } from "../components/sign-in/sign-in"

/**
 * Takes up the sign-in that the POS has sent the browser back with: on to the wizard, or, where a connection was
 * signed in again, to its page.
 */
const SignedIn = () => {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const code = search.get("code") ?? ""
  const { data, error: failure } = useTakenUpSignIn(search.get("state") ?? "", code)
  if (data?.path) {
    return <Navigate to={data.path} replace />
  }
  if (data?.refusal) {
    return (
      <Container>
        <Failure error={data.refusal.error} authorizationId={data.refusal.authorizationId} />
      </Container>
    )
  }
  return (
    <Container className="p-0">
      {failure && (
        <div className="px-6 pt-6">
          <Failure error={failure} />
        </div>
      )}
      {failure || code === "" ? (
        <Empty
          title={t("signIn.failed")}
          hint={t(failure ? "signIn.over" : "signIn.denied")}
          to="/settings/pos?connect"
          action={t("signIn.startOver")}
        />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Container>
  )
}

/** Where the POS sends the browser back to after a sign-in. */
const SignedInPage = () => (
  <PosPage needs="manage">
    <SignedIn />
  </PosPage>
)

export default SignedInPage
