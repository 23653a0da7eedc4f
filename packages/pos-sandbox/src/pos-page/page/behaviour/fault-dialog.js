import { call } from "../base/call.js"
import { openDialog } from "../base/dialog.js"
import { fill, h } from "../base/dom.js"
import { field, readNumber, selectInput, textInput } from "../base/field.js"
import { CALL_FAULTS, faultFields, NOTIFICATION_FAULTS } from "./fault-fields.js"

/**
 * Switches a fault on.
 * @param {() => Promise<void>} refresh
 */
export function addFault(refresh) {
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
