import { CallError, onOrganization, session } from "./base/call"
import { empty, fill, find, h, icon, type IconName } from "./base/dom"
import { listen } from "./base/event-stream"
import { say } from "./base/dialog"
import { behaviorView } from "./behavior/behavior-view"
import { callsView } from "./calls/calls-view"
import { clock, controlsView } from "./controls/controls-view"
import { liveView } from "./live/live-view"
import { organizationPicker } from "./organizations/organization-picker"
import { productsView } from "./products/products-view"
import { receiptsView } from "./receipts/receipts-view"
import { takePayment } from "./sell/payment-dialog"
import { sellView } from "./sell/sell-view"
import { field, textInput } from "./base/field"
import { when } from "./base/format"

/** Asks for the control token when the address has none, or a wrong one. */
function askToken(view: HTMLElement, problem: string) {
  const token = textInput("", { spellcheck: "false", class: "code" })
  fill(
    view,
    h(
      "form",
      {
        class: "empty",
        onsubmit: (event) => {
          event.preventDefault()
          location.hash = `token=${encodeURIComponent(token.value.trim())}`
        },
      },
      h("h1", {}, "Register"),
      h("p", {}, "Open the address that the sandbox printed, or type its control token."),
      problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
      field("Control token", token),
      h("button", { class: "primary", type: "submit" }, "Open")
    )
  )
  token.focus()
}

/** The first thing to do in a new sandbox. */
const noOrganization = (create: () => void) =>
  empty(
    "Welcome",
    "This sandbox knows no organization yet. Make one, and its register is open.",
    h("button", { class: "primary", type: "button", onclick: create }, "New organization")
  )

type Place = { name: string; title: string; icon: IconName }

const PLACES: readonly Place[] = [
  { name: "sell", title: "Sell", icon: "sell" },
  { name: "receipts", title: "Receipts", icon: "receipts" },
  { name: "products", title: "Products", icon: "products" },
  { name: "live", title: "Live", icon: "live" },
  { name: "calls", title: "Calls", icon: "calls" },
  { name: "behavior", title: "Behavior", icon: "behavior" },
  { name: "controls", title: "Sandbox", icon: "controls" },
]

/** The places of the register, whose it is, and what time it is there. */
function frame(picker: HTMLElement, onGo: (name: string) => void) {
  const buttons = new Map(
    PLACES.map((place) => [
      place.name,
      h("button", { type: "button", onclick: () => onGo(place.name) }, icon(place.icon), h("span", {}, place.title)),
    ])
  )
  const time = h("span", {})
  const clockButton = h(
    "button",
    { class: "quiet clock", type: "button", title: "The sandbox's clock", onclick: () => onGo("controls") },
    icon("clock"),
    time
  )
  clock.onTick(() => {
    time.textContent = `${when(clock.now(), { weekday: "short", hour: "2-digit", minute: "2-digit" })}${clock.isStopped ? " · stopped" : ""}`
  })
  return {
    elements: [
      h("nav", { "aria-label": "Places" }, [...buttons.values()]),
      h("div", { class: "where" }, clockButton, picker),
    ],
    mark: (name: string) => {
      for (const [place, button] of buttons) {
        if (place === name) {
          button.setAttribute("aria-current", "page")
        } else {
          button.removeAttribute("aria-current")
        }
      }
    },
  }
}

const view = find("#view")

const views = new Map(
  Object.entries({
    sell: sellView(),
    receipts: receiptsView(),
    products: productsView(),
    live: liveView(),
    calls: callsView(),
    behavior: behaviorView(),
    controls: controlsView(),
  })
)
/** Places that are of the whole sandbox, also of one without an organization. */
const OF_ALL = new Set(["calls", "behavior", "controls"])
const first = "sell"
let current = first

const picker = organizationPicker()
const { elements, mark } = frame(picker.element, (name) => go(name))

function go(name: string) {
  current = name
  mark(name)
  document.title = ["Register", session.organization?.name].filter(Boolean).join(" · ")
  const chosenView = views.get(name)
  if (!chosenView || (!session.organization && !OF_ALL.has(name))) {
    fill(view, noOrganization(picker.create))
    return
  }
  fill(view, chosenView.element)
  chosenView.enter()
  scrollTo(0, 0)
}

/** Whether the focus is in the search field already, where the next text replaces all there is. */
const isReadyForSearch = (target: EventTarget | null) =>
  target instanceof HTMLInputElement &&
  target.matches("[aria-keyshortcuts='/']") &&
  target.selectionStart === 0 &&
  target.selectionEnd === target.value.length

function onKey(event: KeyboardEvent) {
  const isTyping = event.target instanceof Element && event.target.matches("input, select, textarea")
  if (document.querySelector("dialog[open]")) {
    return
  }
  if (event.key === "/" && (!isTyping || isReadyForSearch(event.target))) {
    event.preventDefault()
    views.get(current)?.focusSearch()
  } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && current === first) {
    event.preventDefault()
    void takePayment()
  }
}

async function start() {
  if (!session.token) {
    askToken(view, "")
    return
  }
  try {
    await picker.load()
  } catch (error) {
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) {
      askToken(view, error.message)
    } else {
      askToken(view, error instanceof Error ? error.message : String(error))
    }
    return
  }
  fill(find("#frame"), elements)
  clock.run()
  void listen()
  onOrganization(() => go(current))
  document.addEventListener("keydown", onKey)
  go(first)
}

// Another token is another register.
addEventListener("hashchange", () => location.reload())
addEventListener("unhandledrejection", ({ reason }) =>
  say(reason instanceof Error ? reason.message : String(reason), "bad")
)
void start()
