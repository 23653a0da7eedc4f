/** @import { Delivery, FailureNotice } from "../types.js" */
import { call } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { empty, loading } from "../base/empty.js"
import { keepFresh } from "../base/keep-fresh.js"
import { liveLight } from "../base/live-light.js"
import { guarded } from "../base/message.js"
import { refill } from "../base/refill.js"
import { organizationUuid, session } from "../base/session.js"
import { when } from "../base/when.js"
import { openDelivery, stateBadge } from "./delivery-dialog.js"

const PAGE_SIZE = 50

/** Every notification as it is sent, with its attempts and its signature. */
export function liveView() {
  /** @type {Delivery[]} */
  let deliveries = []
  let hasMore = false
  const list = h("div", { class: "list-place" }, loading())
  const notices = h("div", { class: "notices" })
  const light = liveLight()
  const element = h(
    "section",
    { class: "page", "aria-label": "Notifications" },
    h("header", {}, h("h1", {}, "Notifications"), light),
    notices,
    list
  )
  const fetchPage = async (/** @type {number} */ offset, /** @type {number} */ size) => {
    const query = { organizationUuid: organizationUuid(), descending: "true", offset, limit: size + 1 }
    /** @type {Delivery[]} */
    const found = await call("deliveries", { query })
    hasMore = found.length > size
    deliveries = [...deliveries.slice(0, offset), ...found.slice(0, size)]
    show()
  }
  const refresh = async () => {
    await fetchPage(0, Math.max(deliveries.length, PAGE_SIZE))
    /** @type {FailureNotice[]} */
    const mails = await call("failure-notices", { query: { organizationUuid: organizationUuid() } })
    fill(notices, mails.length > 0 ? noticeList(mails) : null)
  }
  const show = () => {
    const more = () => void guarded(() => fetchPage(deliveries.length, PAGE_SIZE))
    refill(
      list,
      "data-key",
      deliveries.length > 0
        ? h(
            "ul",
            { class: "list deliveries" },
            deliveries.map((delivery) => h("li", {}, deliveryButton(delivery)))
          )
        : empty("Nothing was sent yet", "As soon as somebody subscribes, every notification appears here."),
      hasMore ? h("button", { class: "more-button", type: "button", onclick: more }, "Show more") : null
    )
  }
  keepFresh(element, ["delivery"], refresh, 400)
  return {
    element,
    enter() {
      if (session.organization) {
        deliveries = []
        void guarded(refresh)
      }
    },
    focusSearch: () => undefined,
  }
}

/** @param {Delivery} delivery */
function deliveryButton(delivery) {
  const last = delivery.attempts.at(-1)
  return h(
    "button",
    {
      type: "button",
      "data-key": `${delivery.messageId} ${delivery.destination}`,
      onclick: () => openDelivery(delivery),
    },
    h(
      "span",
      { class: "what" },
      h("span", { class: "name" }, delivery.eventName),
      h("small", { class: "code" }, delivery.destination),
      h("small", { class: "code" }, `${delivery.signature.slice(0, 24)}…`)
    ),
    h(
      "span",
      { class: "attempts" },
      h("small", {}, last ? when(last.at, { timeStyle: "medium" }) : "not sent yet"),
      h("small", {}, attemptsText(delivery))
    ),
    stateBadge(delivery)
  )
}

/** @param {Delivery} delivery */
function attemptsText({ attempts }) {
  const last = attempts.at(-1)
  const answer = last ? (last.status === null ? "no answer" : `HTTP ${last.status}`) : ""
  return [answer, attempts.length > 1 ? `${attempts.length} attempts` : ""].filter(Boolean).join(" · ")
}

/** @param {FailureNotice[]} mails */
function noticeList(mails) {
  return h(
    "details",
    {},
    h("summary", {}, `Mail the POS would have sent: ${mails.length}`),
    h(
      "ul",
      { class: "list" },
      mails
        .slice(-20)
        .reverse()
        .map(({ at, contactEmail, message }) =>
          h("li", { class: "plain" }, h("span", {}, message), h("small", {}, `to ${contactEmail} · ${when(at)}`))
        )
    )
  )
}
