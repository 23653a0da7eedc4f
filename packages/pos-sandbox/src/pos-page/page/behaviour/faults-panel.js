/** @import { Fault } from "../types.js" */
import { call } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { icon } from "../base/icon.js"
import { guarded } from "../base/message.js"
import { addFault } from "./fault-dialog.js"
import { CALL_FAULTS, INTERFACES, NOTIFICATION_FAULTS } from "./fault-fields.js"

/** Everything that goes wrong on purpose. */
export function faultsPanel() {
  const list = h("ul", { class: "switches" })
  const refresh = async () => {
    /** @type {Fault[]} */
    const faults = await call("faults")
    fill(
      list,
      faults.length > 0
        ? faults.map((fault) => faultLine(fault, () => void guarded(() => remove(fault.id))))
        : h("li", { class: "nothing" }, "Everything works as it should.")
    )
    all.hidden = faults.length < 2
  }
  const remove = async (/** @type {string} */ id) => {
    await call(`faults/${id}`, { method: "DELETE" })
    await refresh()
  }
  const all = h(
    "button",
    {
      class: "quiet",
      type: "button",
      onclick: () =>
        void guarded(async () => {
          await call("faults", { method: "DELETE" })
          await refresh()
        }),
    },
    "Switch all off"
  )
  const element = h(
    "section",
    { class: "card", "aria-labelledby": "faults-title" },
    h("h2", { id: "faults-title" }, "Faults"),
    list,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", onclick: () => addFault(refresh) }, icon("plus"), "New fault"),
      all
    )
  )
  return { element, refresh }
}

/**
 * @param {Fault} fault
 * @param {() => void} onRemove
 */
function faultLine(fault, onRemove) {
  const name = [...CALL_FAULTS, ...NOTIFICATION_FAULTS].find(([kind]) => kind === fault.kind)?.[1] ?? fault.kind
  return h(
    "li",
    {},
    h("span", {}, h("span", { class: "name" }, name), h("small", {}, describe(fault).join(" · "))),
    h(
      "button",
      { class: "quiet square", type: "button", "aria-label": `Switch off: ${name}`, onclick: onRemove },
      icon("close")
    )
  )
}

/** @param {Fault} fault */
function describe(fault) {
  const target =
    "interface" in fault
      ? (INTERFACES.find(([name]) => name === fault.interface)?.[1] ?? "All interfaces")
      : fault.eventName || "any event"
  const own = [
    fault.kind === "latency" ? `${fault.milliseconds} ms` : null,
    fault.kind === "status" ? `HTTP ${fault.status}` : null,
    fault.kind === "delay" ? `${fault.seconds} s` : null,
    fault.kind === "duplicate" ? `${fault.copies} copies` : null,
    "when" in fault && fault.when === "after" ? "after its effect" : null,
    fault.probability < 1 ? `${Math.round(fault.probability * 100)} %` : null,
  ]
  const hits = `hit ${fault.hits}${fault.times === undefined ? "" : ` of ${fault.times}`}`
  return [target, ...own.flatMap((text) => text ?? []), hits]
}
