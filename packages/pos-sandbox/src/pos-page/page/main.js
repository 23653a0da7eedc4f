import { CallError } from "./base/call.js"
import { fill, find } from "./base/dom.js"
import { listen } from "./base/event-stream.js"
import { say } from "./base/message.js"
import { onOrganization, session } from "./base/session.js"
import { behaviourView } from "./behaviour/behaviour-view.js"
import { callsView } from "./calls/calls-view.js"
import { clock } from "./controls/clock.js"
import { controlsView } from "./controls/controls-view.js"
import { frame } from "./frame.js"
import { liveView } from "./live/live-view.js"
import { organisationPicker } from "./organisations/organisation-picker.js"
import { productsView } from "./products/products-view.js"
import { receiptsView } from "./receipts/receipts-view.js"
import { takePayment } from "./sell/payment-dialog.js"
import { sellView } from "./sell/sell-view.js"
import { askToken, noOrganisation } from "./welcome.js"

const view = find("#view")

const views = new Map(
  Object.entries({
    sell: sellView(),
    receipts: receiptsView(),
    products: productsView(),
    live: liveView(),
    calls: callsView(),
    behaviour: behaviourView(),
    controls: controlsView(),
  })
)
/** Places that are of the whole sandbox, also of one without an organization. */
const OF_ALL = new Set(["calls", "behaviour", "controls"])
const first = "sell"
let current = first

const picker = organisationPicker()
const { elements, mark } = frame(picker.element, (name) => go(name))

/** @param {string} name */
function go(name) {
  current = name
  mark(name)
  document.title = ["Register", session.organization?.name].filter(Boolean).join(" · ")
  const chosen = views.get(name)
  if (!chosen || (!session.organization && !OF_ALL.has(name))) {
    fill(view, noOrganisation(picker.create))
    return
  }
  fill(view, chosen.element)
  chosen.enter()
  scrollTo(0, 0)
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const isTyping = event.target instanceof Element && event.target.matches("input, select, textarea")
  if (document.querySelector("dialog[open]")) {
    return
  }
  if (event.key === "/" && !isTyping) {
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
