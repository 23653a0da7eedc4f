import { z } from "zod"
import { SCOPES } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { escapeHtml } from "../http/answers"
import { HttpError, parseOr } from "../http/http-error"
import type { OAuthClient } from "../state/sandbox-state"

/** The parameters of `/authorize` (observed "Credentials and profile"), and PKCE. */
export const authorizationQuerySchema = z.object({
  response_type: z.literal("code"),
  client_id: z.string().min(1),
  scope: z.string().min(1),
  redirect_uri: z.string().min(1),
  state: z.string().max(2_000).optional(),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.literal("S256").optional(),
})

/** What an application asks of a merchant; `query` is carried through the consent page. */
type AuthorizationRequest = {
  client: OAuthClient
  redirectUri: string
  scopes: string[]
  state: string | null
  codeChallenge: string | null
  query: Record<string, string>
}

/**
 * Checks the parameters of `/authorize`. Problems are shown on the page and never redirected, since the
 * address itself may be the wrong one.
 * @throws HttpError 400
 */
export function readAuthorizationRequest(context: SandboxContext, input: unknown): AuthorizationRequest {
  const query = parseOr(400, authorizationQuerySchema, input)
  const client = context.state.oauth.clients.get(query.client_id)
  if (!client) {
    throw new HttpError(400, "invalid_client", `There is no application ${query.client_id}`)
  }
  if (!client.redirectUris.includes(query.redirect_uri)) {
    throw new HttpError(400, "invalid_request", "redirect_uri is not one of the application's")
  }
  const scopes = query.scope.split(" ").filter(Boolean)
  const unknown = scopes.filter((scope) => !SCOPES.some((known) => known === scope))
  if (unknown.length > 0) {
    throw new HttpError(400, "invalid_scope", `Unknown scopes: ${unknown.join(", ")}`)
  }
  return {
    client,
    redirectUri: query.redirect_uri,
    scopes,
    state: query.state ?? null,
    codeChallenge: query.code_challenge ?? null,
    query: Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  }
}

/** The page on which a merchant allows an application's access to one organization. */
export function consentPage(
  request: AuthorizationRequest,
  clientName: string,
  organizations: { uuid: string; name: string }[]
): string {
  const hidden = Object.entries(request.query).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
  )
  const options = organizations.map(
    ({ uuid, name }) => `<option value="${escapeHtml(uuid)}">${escapeHtml(name)}</option>`
  )
  const scopes = request.scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Allow access</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 26rem; margin: 4rem auto; padding: 0 1rem }
  select, button { font: inherit; padding: .5rem .75rem }
  select { width: 100% }
  form p { display: flex; gap: .75rem }
</style>
<main>
  <h1>Allow ${escapeHtml(clientName)}?</h1>
  <p>It asks for:</p>
  <ul>${scopes.join("")}</ul>
  <form method="post" action="/authorize">
    ${hidden.join("\n    ")}
    <label for="organization">Organization</label>
    <select id="organization" name="organization">${options.join("")}</select>
    <p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
  </form>
</main>
</html>
`
}
