/** @import { Delivery } from "../types.js" */
import { call } from "../base/call.js"
import { openDialog } from "../base/dialog.js"
import { h } from "../base/dom.js"
import { guarded, say } from "../base/message.js"
import { when } from "../base/when.js"

/** @type {Record<Delivery["state"], string>} */
const STATES = { pending: "Waiting", delivered: "Delivered", failed: "Failed", lost: "Lost" }

/** @param {Delivery} delivery */
export function stateBadge({ state }) {
  const tone = state === "delivered" ? "good" : state === "pending" ? "warn" : "bad"
  return h("span", { class: `badge ${tone}` }, STATES[state])
}

/**
 * One notification: what was sent, how it was signed, and how it was answered.
 * @param {Delivery} delivery
 */
export function openDelivery(delivery) {
  const { attempts, dueAt } = delivery
  const resend = () =>
    void guarded(async () => {
      /** @type {Delivery} */
      const sent = await call(`deliveries/${encodeURIComponent(delivery.messageId)}/resend`, { method: "POST" })
      dialog.close()
      const status = sent.attempts.at(-1)?.status ?? null
      say(status === null ? "Nobody answered" : `Answered HTTP ${status}`, status === null ? "bad" : "good")
    })
  const dialog = openDialog({
    title: delivery.eventName,
    wide: true,
    content: [
      h("p", {}, stateBadge(delivery)),
      h(
        "dl",
        { class: "facts" },
        fact("Message", delivery.messageId),
        fact("Destination", delivery.destination),
        fact("Signature", delivery.signature),
        fact("Subscription", delivery.subscriptionUuid),
        dueAt === null ? null : fact("Next attempt", when(dueAt, { dateStyle: "medium", timeStyle: "medium" }))
      ),
      h("h3", {}, `Attempts: ${attempts.length}`),
      h(
        "ol",
        { class: "attempt-list" },
        attempts.map(({ at, status }) =>
          h(
            "li",
            {},
            h("span", {}, when(at, { dateStyle: "medium", timeStyle: "medium" })),
            h("span", {}, status === null ? "no answer" : `HTTP ${status}`)
          )
        )
      ),
      h("h3", {}, "Body"),
      h("pre", { tabindex: 0, "aria-label": "Body" }, delivery.body),
      h("h3", {}, "Payload"),
      h("pre", { tabindex: 0, "aria-label": "Payload" }, payloadText(delivery.body)),
    ],
    actions: [h("button", { type: "button", onclick: resend }, "Send again")],
  })
}

/**
 * @param {string} name
 * @param {string} value
 */
const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", { class: "code" }, value))

/**
 * The payload alone, indented; it mostly comes as JSON within JSON.
 * @param {string} body
 */
function payloadText(body) {
  try {
    const { payload } = JSON.parse(body)
    return JSON.stringify(typeof payload === "string" ? JSON.parse(payload) : payload, null, 2)
  } catch {
    // Not JSON: the body above says it all.
    return body
  }
}
