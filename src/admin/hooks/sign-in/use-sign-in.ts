import { useMutation, useQuery } from "@tanstack/react-query"
import { connectionAnswerSchema, signedInAnswerSchema, signInAnswerSchema } from "../../lib/answers/connection"
import { ask } from "../../lib/http/client"
import { pathOfWizard } from "../../lib/connections"

/** Begins a sign-in at the POS, and sends the browser there; for a connection that is signed in again, with its id. */
export function useSignIn() {
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
