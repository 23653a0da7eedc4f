import { call } from "../base/call"
import { guarded, openDialog } from "../base/dialog"
import { fill, h, icon } from "../base/dom"
import { field, readNumber, selectInput, textInput } from "../base/field"
import type { Fault } from "../types"
import { CALL_FAULTS, faultFields, INTERFACES, NOTIFICATION_FAULTS } from "./fault-fields"

/** Switches a fault on. */
function addFault(refresh: () => Promise<void>) {
  const kind = selectInput([...CALL_FAULTS, ...NOTIFICATION_FAULTS], "status")
  const probability = textInput("100", { inputmode: "numeric" })
  const times = textInput("", { inputmode: "numeric", placeholder: "until switched off" })
  let fields = faultFields(kind.value)
  const place = h("div", {}, fields.element)
  kind.addEventListener("change", () => {
    fields = faultFields(kind.value)
    fill(place, fields.element)
  })
  openDialog({
    title: "New fault",
    content: [
      field("What goes wrong", kind),
      place,
      h("div", { class: "pair" }, field("Hits, of 100", probability), field("At most so many times", times)),
    ],
    submit: "Switch on",
    onSubmit: async () => {
      const limit = times.value.trim() === "" ? {} : { times: readNumber(times, "Times", { min: 1, whole: true }) }
      const share = readNumber(probability, "Hits", { max: 100 }) / 100
      await call("faults", { body: { kind: kind.value, ...fields.read(), probability: share, ...limit } })
      await refresh()
    },
  })
}

/** Everything that goes wrong on purpose. */
export function faultsPanel() {
  const list = h("ul", { class: "switches" })
  const refresh = async () => {
    const faults: Fault[] = await call("faults")
    fill(
      list,
      faults.length > 0
        ? faults.map((fault) => faultLine(fault, () => void guarded(() => remove(fault.id))))
        : h("li", { class: "nothing" }, "Everything works as it should.")
    )
    all.hidden = faults.length < 2
  }
  const remove = async (id: string) => {
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

function faultLine(fault: Fault, onRemove: () => void) {
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

function describe(fault: Fault) {
  const target =
    "interface" in fault
      ? (INTERFACES.find(([name]) => name === fault.interface)?.[1] ?? "All interfaces")
      : fault.eventName || "any event"
  const ownFaults = [
    fault.kind === "latency" ? `${fault.milliseconds} ms` : null,
    fault.kind === "status" ? `HTTP ${fault.status}` : null,
    fault.kind === "delay" ? `${fault.seconds} s` : null,
    fault.kind === "duplicate" ? `${fault.copies} copies` : null,
    "when" in fault && fault.when === "after" ? "after its effect" : null,
    fault.probability < 1 ? `${Math.round(fault.probability * 100)} %` : null,
  ]
  const hits = `hit ${fault.hits}${fault.times === undefined ? "" : ` of ${fault.times}`}`
  return [target, ...ownFaults.flatMap((text) => text ?? []), hits]
}
