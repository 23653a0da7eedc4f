import { escapeHtml } from "../http/escape-html"
import type { AuthorizationRequest } from "./authorization-request"

/** The page on which a merchant allows an application's access to one organisation. */
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
    <label for="organization">Organisation</label>
    <select id="organization" name="organization">${options.join("")}</select>
    <p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
  </form>
</main>
</html>
`
}
