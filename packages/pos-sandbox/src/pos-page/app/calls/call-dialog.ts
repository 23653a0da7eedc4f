import { openDialog } from "../base/dialog"
import { h } from "../base/dom"
import { when } from "../base/format"
import { copyButton } from "../base/message"
import type { ShownCall } from "../types"

/** What curl writes by itself, or what belongs to the connection. */
const OF_THE_CONNECTION = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "accept-encoding",
  "keep-alive",
  "user-agent",
])

/** @param text for a POSIX shell */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The same call for a terminal. Secrets are masked in the journal: the token comes from a variable. */
function asCurl({ method, path, query, request }: ShownCall, origin: string) {
  const headers = Object.entries(request.headers).flatMap(([name, value]) => {
    if (OF_THE_CONNECTION.has(name)) {
      return []
    }
    return name === "authorization" ? ['"authorization: Bearer $TOKEN"'] : [quote(`${name}: ${value}`)]
  })
  return [
    `curl -X ${method} ${quote(`${origin}${path}${query}`)}`,
    ...headers.map((header) => `-H ${header}`),
    ...(request.body === null ? [] : [`--data-raw ${quote(request.body)}`]),
  ].join(" \\\n  ")
}

/** JSON laid out for a person; anything else as it is. */
function prettyJson(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // A form, a cut text, a page: it is shown as it came.
    return text
  }
}

export function statusBadge({ status, brokenOff }: ShownCall) {
  const tone = brokenOff || status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good"
  return h("span", { class: `badge ${tone}` }, brokenOff ? "Broken off" : String(status))
}

/** One call: what was asked and answered, and why it was refused. */
export function openCall(call: ShownCall) {
  const { method, path, query, request, response } = call
  const { element } = openDialog({
    title: `${method} ${path}`,
    wide: true,
    content: [
      h("p", {}, statusBadge(call)),
      explanation(call),
      h(
        "dl",
        { class: "facts" },
        fact("Address", `${path}${query}`),
        fact("At", when(call.at, { dateStyle: "medium", timeStyle: "medium" })),
        fact("Took", `${call.durationMs} ms`),
        fact("Interface", call.interface ?? "none"),
        fact("Credential", call.credential ?? "none")
      ),
      ...message("Request", request),
      ...message("Answer", response),
    ],
    actions: [copyButton("Copy as curl", () => asCurl(call, location.origin), "The call is in the clipboard")],
  })
  element.querySelector("footer button")?.setAttribute("title", "The token comes from the variable TOKEN")
}

const fact = (name: string, value: string) => h("div", {}, h("dt", {}, name), h("dd", { class: "code" }, value))

function explanation({ explanation: reported }: ShownCall) {
  return reported
    ? h(
        "section",
        { class: "why", "aria-label": "Why it was refused" },
        h("strong", {}, reported.rule),
        reported.details.length > 0
          ? h(
              "ul",
              {},
              reported.details.map((detail) => h("li", {}, detail))
            )
          : null,
        h("a", { href: reported.reference, target: "_blank", rel: "noopener" }, "What the reference says")
      )
    : null
}

function message(title: string, { headers, body }: ShownCall["request"]) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    h("h3", {}, title),
    body === null
      ? h("p", { class: "hint" }, "No body")
      : h("pre", { tabindex: 0, "aria-label": `${title}: body` }, prettyJson(body)),
    h(
      "details",
      {},
      h("summary", {}, `Headers: ${lines.length}`),
      h("pre", { tabindex: 0, "aria-label": `${title}: headers` }, lines.join("\n"))
    ),
  ]
}
