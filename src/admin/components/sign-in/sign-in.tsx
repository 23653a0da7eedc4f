import { Heading, Text } from "@medusajs/ui"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Button } from "../common/button"
import { Failure } from "../common/failure"
import { connectionAnswerSchema, signedInAnswerSchema, signInAnswerSchema } from "../../lib/answers/connection"
import { pathOfWizard } from "../../lib/connections"
import { ask } from "../../lib/http/client"
import { useTexts } from "../../hooks/common/use-texts"

/** Sends the browser to the POS, where the merchant allows the store in; it comes back to the settings. */
export const SignInButton = ({ connectionId }: { connectionId?: string | undefined }) => {
  const { t } = useTexts()
  const signIn = useSignIn()
  return (
    <div className="flex flex-col items-start gap-y-4 border-b pb-6">
      <Heading level="h2">{t("signIn.title")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t("signIn.hint")}
      </Text>
      <Button
        size="small"
        isLoading={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate(connectionId ? { connection_id: connectionId } : {})}
      >
        {t("signIn.go")}
      </Button>
      {signIn.error && <Failure error={signIn.error} />}
    </div>
  )
}

/** Begins a sign-in at the POS, and sends the browser there; for a connection that is signed in again, with its id. */
function useSignIn() {
  return useMutation({
    mutationFn: (body: { connection_id?: string }) =>
      ask(signInAnswerSchema, "/admin/pos/authorizations", { method: "POST", body }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

/** Where a finished sign-in leads: the address of the next page, or why the connection does not take it. */
type TakenUp = { path: string; refusal: null } | { path: null; refusal: { error: unknown; authorizationId: string } }

/**
 * Takes the browser's answer from the POS → the address of the next page. A query and no mutation, because it
 * works once, however often the page is drawn again; its key is not among those that changes make stale.
 */
export function useTakenUpSignIn(state: string, code: string) {
  return useQuery({
    queryKey: ["pos-signed-in", state],
    queryFn: () => takeUp(state, code),
    enabled: state !== "" && code !== "",
    retry: false,
    staleTime: Infinity,
  })
}

async function takeUp(state: string, code: string): Promise<TakenUp> {
  const body = { state, code }
  const { authorization_id, connection_id } = await ask(signedInAnswerSchema, "/admin/pos/authorizations/complete", {
    method: "POST",
    body,
  })
  if (connection_id === null) {
    return { path: pathOfWizard({ authorizationId: authorization_id }), refusal: null }
  }
  const { connection } = await ask(connectionAnswerSchema, `/admin/pos/connections/${connection_id}`)
  if (connection.credentials === null) {
    return { path: pathOfWizard({ connectionId: connection_id, authorizationId: authorization_id }), refusal: null }
  }
  try {
    await ask(connectionAnswerSchema, `/admin/pos/connections/${connection_id}/api-key`, {
      method: "POST",
      body: { authorization_id },
    })
  } catch (error) {
    return { path: null, refusal: { error, authorizationId: authorization_id } }
  }
  return { path: `/settings/pos/${connection_id}`, refusal: null }
}
