/** @import { ShownCall } from "../types.js" */
import { call as ask } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { empty, loading } from "../base/empty.js"
import { keepFresh } from "../base/keep-fresh.js"
import { liveLight } from "../base/live-light.js"
import { guarded } from "../base/message.js"
import { refill } from "../base/refill.js"
import { when } from "../base/when.js"
import { openCall, statusBadge } from "./call-dialog.js"
import { callSearch } from "./call-search.js"

const PAGE_SIZE = 50

/** Every call of the POS, the newest first, as they come. */
export function callsView() {
  /** @type {ShownCall[]} */
  let calls = []
  /** @type {number | null} */
  let next = null
  // Only the latest answer is shown: an earlier one may come after it.
  let asked = 0
  const list = h("div", { class: "list-place" }, loading())
  const light = liveLight()
  const search = callSearch(() => void refresh())
  const forget = () =>
    void guarded(async () => {
      await ask("requests", { method: "DELETE" })
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
  const fetchPage = async (/** @type {number | undefined} */ before, /** @type {number} */ size) => {
    const turn = ++asked
    /** @type {{ requests: ShownCall[], next: number | null }} */
    const found = await ask("requests", { query: { ...search.query(), descending: "true", before, limit: size } })
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
            calls.map((one) => h("li", {}, callButton(one)))
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

/** @param {ShownCall} one */
function callButton(one) {
  const { id, method, path, query, credential, explanation } = one
  return h(
    "button",
    { type: "button", "data-key": String(id), onclick: () => openCall(one) },
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
      h("small", {}, when(one.at, { timeStyle: "medium" })),
      h("small", {}, `${Math.round(one.durationMs)} ms`)
    ),
    statusBadge(one)
  )
}
