import { call, organizationUuid, parseJson, session } from "../base/call"
import { guarded, openDialog, say } from "../base/dialog"
import { empty, fill, h, loading, refill } from "../base/dom"
import { keepFresh, liveLight } from "../base/event-stream"
import { when } from "../base/format"
import type { Delivery, FailureNotice } from "../types"

const STATES: Record<Delivery["state"], string> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
  lost: "Lost",
}

function stateBadge({ state }: Delivery) {
  const tone = state === "delivered" ? "good" : state === "pending" ? "warn" : "bad"
  return h("span", { class: `badge ${tone}` }, STATES[state])
}

/** One notification: what was sent, how it was signed, and how it was answered. */
function openDelivery(delivery: Delivery) {
  const { attempts, dueAt } = delivery
  const resend = () =>
    void guarded(async () => {
      const resentDelivery: Delivery = await call(`deliveries/${encodeURIComponent(delivery.messageId)}/resend`, {
        method: "POST",
      })
      dialog.close()
      const status = resentDelivery.attempts.at(-1)?.status ?? null
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

const fact = (name: string, value: string) => h("div", {}, h("dt", {}, name), h("dd", { class: "code" }, value))

/** The payload alone, indented; it mostly comes as JSON within JSON. */
function payloadText(body: string) {
  try {
    const { payload } = parseJson<{ payload: unknown }>(body)
    return JSON.stringify(typeof payload === "string" ? parseJson(payload) : payload, null, 2)
  } catch {
    // Not JSON: the body above says it all.
    return body
  }
}

const PAGE_SIZE = 50

/** Every notification as it is sent, with its attempts and its signature. */
export function liveView() {
  let deliveries: Delivery[] = []
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
  const fetchPage = async (offset: number, size: number) => {
    const query = { organizationUuid: organizationUuid(), descending: "true", offset, limit: size + 1 }
    const page: Delivery[] = await call("deliveries", { query })
    hasMore = page.length > size
    deliveries = [...deliveries.slice(0, offset), ...page.slice(0, size)]
    show()
  }
  const refresh = async () => {
    await fetchPage(0, Math.max(deliveries.length, PAGE_SIZE))
    const mails: FailureNotice[] = await call("failure-notices", { query: { organizationUuid: organizationUuid() } })
    fill(notices, mails.length > 0 ? noticeList(mails) : null)
  }
  const show = () => {
    const loadMore = () => void guarded(() => fetchPage(deliveries.length, PAGE_SIZE))
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
      hasMore ? h("button", { class: "more-button", type: "button", onclick: loadMore }, "Show more") : null
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

function deliveryButton(delivery: Delivery) {
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

function attemptsText({ attempts }: Delivery) {
  const last = attempts.at(-1)
  const answer = last ? (last.status === null ? "no answer" : `HTTP ${last.status}`) : ""
  return [answer, attempts.length > 1 ? `${attempts.length} attempts` : ""].filter(Boolean).join(" · ")
}

function noticeList(mails: FailureNotice[]) {
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
