import { call } from "../base/call"
import { empty, fill, h, icon, loading, refill } from "../base/dom"
import { debounce, keepFresh, liveLight } from "../base/event-stream"
import { selectInput } from "../base/field"
import { when } from "../base/format"
import { guarded } from "../base/message"
import type { ShownCall } from "../types"
import { openCall, statusBadge } from "./call-dialog"

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
    query: () => ({ path: path.value.trim(), body: body.value.trim(), status: status.value }),
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
  let asked = 0
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
    const turn = ++asked
    const found: { requests: ShownCall[]; next: number | null } = await call("requests", {
      query: { ...search.query(), descending: "true", before, limit: size },
    })
    if (turn === asked) {
      calls = before === undefined ? found.requests : [...calls, ...found.requests]
      next = found.next
      show()
    }
  }
  const refresh = async () => {
    try {
      await fetchPage(undefined, Math.max(calls.length, PAGE_SIZE))
    } catch (error) {
      const again = h("button", { type: "button", onclick: () => void refresh() }, "Try again")
      fill(list, empty("The calls cannot be shown", error instanceof Error ? error.message : String(error), again))
    }
  }
  const show = () => {
    const more = () => void guarded(() => fetchPage(next ?? undefined, PAGE_SIZE))
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
      next === null ? null : h("button", { class: "more-button", type: "button", onclick: more }, "Show more")
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
