import type { Operation } from "./operation"
import { escapeHtml } from "../http/escape-html"
import { INTERFACES } from "../http/interfaces"

/** A page that reads the document to a person: every call with its scopes, parameters and answers. */
export function referencePage(operations: readonly Operation[]): string {
  const sections = INTERFACES.map((name) => {
    const own = operations.filter((operation) => operation.interface === name)
    return `<section id="${name}"><h2>${title(name)}</h2>${own.map(article).join("\n")}</section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; accent-color: #2563eb }
  body { margin: 0; display: grid; grid-template-columns: 14rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; align-self: start; padding: 1.5rem; display: grid; gap: .5rem }
  main { padding: 1rem 2rem 4rem; max-width: 56rem }
  article:target { border-color: #2563eb } article { border: 1px solid #8884; border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0 }
  h3 { margin: 0; font: 600 .95rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
  p { margin: .25rem 0 } dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0 0 }
  dt { font-family: ui-monospace, monospace } dd { margin: 0 } small { opacity: .75 } a { color: inherit }
  @media (max-width: 48rem) { body { grid-template-columns: 1fr } nav { position: static; display: flex; flex-wrap: wrap } }
</style>
<nav aria-label="Interfaces"><a href="/"><strong>Till</strong></a>${INTERFACES.map(
    (name) => `<a href="#${name}">${title(name)}</a>`
  ).join("")}<a href="/openapi.json">openapi.json</a></nav>
<main><h1>Reference</h1>
<p>Every call of the service, as this sandbox serves it. The schemas of bodies are in
<a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections.join("\n")}
</main>
</html>
`
}

const title = (name: string) => escapeHtml(name.charAt(0).toUpperCase() + name.slice(1).replace("-", " "))

function article(operation: Operation): string {
  const { id, method, path, summary, description, scopes, access, parameters = [], answers } = operation
  const needs = access === "public" ? "no token" : scopes.length > 0 ? scopes.join(" and ") : "any scope"
  const key = access === "token-or-api-key" ? "; an API key does too" : ""
  const rows = [
    ...parameters.map(({ name, description: text, required }) => [name, `${text}${required ? " (required)" : ""}`]),
    ...Object.entries(answers).map(([status, answer]) => [status, answer.description]),
  ]
  const list = rows.map(([term = "", text = ""]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>`)
  return `<article id="${id}">
<h3>${method.toUpperCase()} ${escapeHtml(path)}</h3>
<p>${escapeHtml(summary)} <small>(${escapeHtml(needs + key)})</small></p>
${description ? `<p>${escapeHtml(description)}</p>` : ""}
<dl>${list.join("")}</dl>
</article>`
}
