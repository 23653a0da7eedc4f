import { call } from "../base/call"
import { empty, fill, h, icon, loading, refill } from "../base/dom"
import { debounce, keepFresh, liveLight } from "../base/event-stream"
import { selectInput } from "../base/field"
import { when } from "../base/format"
import type { ShownCall } from "../types"
import { copyButton, guarded, openDialog } from "../base/dialog"

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
  const lines = [`curl -X ${method} ${quote(`${origin}${path}${query}`)}`, ...headers.map((header) => `-H ${header}`)]
  if (request.body !== null) {
    lines.push(`--data-raw ${quote(request.body)}`)
  }
  return lines.join(" \\\n  ")
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

function statusBadge({ status, brokenOff }: ShownCall) {
  const tone = brokenOff || status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good"
  return h("span", { class: `badge ${tone}` }, brokenOff ? "Broken off" : String(status))
}

/** One call: what was asked and answered, and why it was refused. */
function openCall(call: ShownCall) {
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

/** The choice among the statuses that is none. */
const NOT_SIMULATED = "not-simulated"

/** What calls are looked for by: a part of the path, the status, a part of a body. */
function callSearch(onChange: () => void) {
  const typed = debounce(onChange, 200)
  const path = h("input", {
    type: "search",
    "aria-label": "Find calls by their path",
    placeholder: "Path",
    autocomplete: "off",
    "aria-keyshortcuts": "/",
    oninput: typed,
  })
  const body = h("input", {
    type: "search",
    "aria-label": "Find calls by what their bodies contain",
    placeholder: "In a body",
    autocomplete: "off",
    oninput: typed,
  })
  const status = selectInput(
    [
      ["", "Any status"],
      ["2xx", "2xx: fine"],
      ["3xx", "3xx: elsewhere"],
      ["4xx", "4xx: refused"],
      ["5xx", "5xx: failed"],
      ["none", "Broken off"],
      [NOT_SIMULATED, "Not simulated"],
    ],
    "",
    { "aria-label": "Status", onchange: onChange }
  )
  return {
    element: h(
      "div",
      { class: "call-search", role: "search" },
      h("div", { class: "input" }, icon("search"), path),
      h("div", { class: "input" }, icon("search"), body),
      status
    ),
    focus: () => path.focus(),
    query: () => ({
      path: path.value.trim(),
      body: body.value.trim(),
      simulated: status.value === NOT_SIMULATED ? "false" : undefined,
      status: status.value === NOT_SIMULATED ? undefined : status.value,
    }),
    get isEmpty() {
      return [path, body, status].every(({ value }) => value.trim() === "")
    },
  }
}

const PAGE_SIZE = 50

/** Every call of the POS, the newest first, as they come. */
export function callsView() {
  let calls: ShownCall[] = []
  let next: number | null = null
  // Only the latest answer is shown: an earlier one may come after it.
  let requestNumber = 0
  const list = h("div", { class: "list-place" }, loading())
  const light = liveLight()
  const search = callSearch(() => void refresh())
  const forget = () =>
    void guarded(async () => {
      await call("requests", { method: "DELETE" })
      await refresh()
    })
  const element = h(
    "section",
    { class: "page", "aria-label": "Calls" },
    h(
      "header",
      {},
      h("h1", {}, "Calls"),
      h("div", { class: "buttons" }, light, h("button", { class: "quiet", type: "button", onclick: forget }, "Clear"))
    ),
    search.element,
    list
  )
  const fetchPage = async (before: number | undefined, size: number) => {
    const turn = ++requestNumber
    const page: { requests: ShownCall[]; next: number | null } = await call("requests", {
      query: { ...search.query(), descending: "true", before, limit: size },
    })
    if (turn === requestNumber) {
      calls = before === undefined ? page.requests : [...calls, ...page.requests]
      next = page.next
      show()
    }
  }
  const refresh = async () => {
    try {
      await fetchPage(undefined, Math.max(calls.length, PAGE_SIZE))
    } catch (error) {
      const retryButton = h("button", { type: "button", onclick: () => void refresh() }, "Try again")
      fill(
        list,
        empty("The calls cannot be shown", error instanceof Error ? error.message : String(error), retryButton)
      )
    }
  }
  const show = () => {
    const loadMore = () => void guarded(() => fetchPage(next ?? undefined, PAGE_SIZE))
    refill(
      list,
      "data-key",
      calls.length > 0
        ? h(
            "ul",
            { class: "list calls" },
            calls.map((shown) => h("li", {}, callButton(shown)))
          )
        : search.isEmpty
          ? empty("Nobody has called yet", "Every call of the POS appears here, with its answer.")
          : empty("No such call", "Of the calls that are kept, none fits what you look for."),
      next === null ? null : h("button", { class: "more-button", type: "button", onclick: loadMore }, "Show more")
    )
  }
  keepFresh(element, ["call"], refresh, 500)
  return {
    element,
    enter() {
      calls = []
      void refresh()
    },
    focusSearch: () => search.focus(),
  }
}

function callButton(shown: ShownCall) {
  const { id, method, path, query, credential, explanation } = shown
  return h(
    "button",
    { type: "button", "data-key": String(id), onclick: () => openCall(shown) },
    h("span", { class: "method" }, method),
    h(
      "span",
      { class: "what" },
      h("span", { class: "name code" }, `${path}${query}`),
      h("small", {}, explanation?.rule ?? credential ?? "without a credential")
    ),
    h(
      "span",
      { class: "attempts" },
      h("small", {}, when(shown.at, { timeStyle: "medium" })),
      h("small", {}, `${Math.round(shown.durationMs)} ms`)
    ),
    statusBadge(shown)
  )
}
