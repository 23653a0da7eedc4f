import { Container } from "@medusajs/ui"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate, useSearchParams } from "react-router-dom"
import { useFinishSignIn, useRotateKey } from "../../hooks/use-connection-actions"
import { useTold } from "../../hooks/use-told"
import { Empty } from "../empty"
import { Failure } from "../failure"
import { SkeletonLines } from "../reading"

/**
 * Takes up the sign-in that the service has sent the browser back with, once: on to the wizard, or, where a connection
 * was signed in anew, to its page.
 */
export const SignedIn = () => {
  const { t } = useTranslation("pos")
  const navigate = useNavigate()
  const told = useTold()
  const [search] = useSearchParams()
  const finish = useFinishSignIn()
  const rotate = useRotateKey()
  const began = useRef(false)
  const state = search.get("state") ?? ""
  const code = search.get("code") ?? ""
  useEffect(() => {
    if (began.current || state === "" || code === "") {
      return
    }
    began.current = true
    finish.mutate(
      { state, code },
      {
        onSuccess: ({ authorization_id, connection_id: id }) => {
          if (id === null) {
            void navigate(`/settings/pos?connect&authorization=${authorization_id}`, { replace: true })
            return
          }
          rotate.mutate(
            { id, authorization_id },
            {
              onSuccess: () => {
                told.succeeded(t("signIn.again"))
                void navigate(`/settings/pos/${id}`, { replace: true })
              },
            }
          )
        },
      }
    )
  })
  const error = finish.error ?? rotate.error
  if (code === "" || error) {
    return (
      <Container className="p-0">
        {error && (
          <div className="px-6 pt-6">
            <Failure error={error} />
          </div>
        )}
        <Empty
          title={t("signIn.failed")}
          hint={t(code === "" ? "signIn.denied" : "signIn.over")}
          to="/settings/pos?connect"
          action={t("signIn.startOver")}
        />
      </Container>
    )
  }
  return (
    <Container className="p-0">
      <SkeletonLines lines={3} />
    </Container>
  )
}
