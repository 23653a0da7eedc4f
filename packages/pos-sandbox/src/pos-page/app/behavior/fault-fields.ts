import { h } from "../base/dom"
import { field, readNumber, selectInput, textInput } from "../base/field"

/** What can go wrong with a call, and with a notification. */
export const CALL_FAULTS = [
  ["latency", "Slow answer"],
  ["status", "Error status"],
  ["reset", "Connection reset"],
  ["cut", "Cut body"],
  ["garbage", "Garbage body"],
] as const

export const NOTIFICATION_FAULTS = [
  ["lose", "Notification lost"],
  ["duplicate", "Notification twice"],
  ["delay", "Notification late"],
  ["reorder", "Notifications out of order"],
  ["garble", "Notification nobody can read"],
] as const

export const INTERFACES = [
  ["oauth", "OAuth"],
  ["account", "Account"],
  ["products", "Products"],
  ["imports", "Imports"],
  ["images", "Images"],
  ["purchases", "Purchases"],
  ["gift-cards", "Gift cards"],
  ["subscriptions", "Subscriptions"],
  ["inventory", "Inventory"],
  ["finance", "Finance"],
] as const

/** The particulars that a kind of fault has. */
export function faultFields(kind: string) {
  const isCall = CALL_FAULTS.some(([name]) => name === kind)
  const target = selectInput([["all", "All"], ...INTERFACES], "all")
  const moment = selectInput(
    [
      ["before", "before its effect"],
      ["after", "after its effect"],
    ],
    "before"
  )
  const number = (value: string) => textInput(value, { inputmode: "numeric" })
  const [milliseconds, status, retryAfter] = [number("2000"), number("503"), number("")]
  const [copies, seconds] = [number("2"), number("60")]
  const eventName = textInput("", { placeholder: "any" })
  const when = field("Moment", moment)
  const ownFields = {
    latency: [field("Milliseconds", milliseconds)],
    status: [field("Status", status), field("Retry-After (seconds)", retryAfter, "Empty: none"), when],
    reset: [when],
    duplicate: [field("Copies", copies)],
    delay: [field("Seconds", seconds)],
  }
  const aim = isCall ? field("Interface", target) : field("Event", eventName)
  return {
    element: h("div", { class: "pair" }, aim, Object.entries(ownFields).find(([name]) => name === kind)?.[1] ?? []),
    read() {
      const event = eventName.value.trim()
      const where = isCall ? { interface: target.value } : event ? { eventName: event } : {}
      switch (kind) {
        case "latency":
          return { ...where, milliseconds: readNumber(milliseconds, "Milliseconds", { max: 120_000, whole: true }) }
        case "status": {
          const wait =
            retryAfter.value.trim() === "" ? {} : { retryAfter: readNumber(retryAfter, "Retry-After", { whole: true }) }
          return {
            ...where,
            status: readNumber(status, "Status", { min: 400, max: 599, whole: true }),
            when: moment.value,
            ...wait,
          }
        }
        case "reset":
          return { ...where, when: moment.value }
        case "duplicate":
          return { ...where, copies: readNumber(copies, "Copies", { min: 2, max: 10, whole: true }) }
        case "delay":
          return { ...where, seconds: readNumber(seconds, "Seconds", { max: 604_800 }) }
        default:
          return where
      }
    },
  }
}
