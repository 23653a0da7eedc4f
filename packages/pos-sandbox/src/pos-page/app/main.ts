import { CallError } from "./base/call"
import { fill, find } from "./base/dom"
import { listen } from "./base/event-stream"
import { say } from "./base/message"
import { onOrganization, session } from "./base/session"
import { behaviorView } from "./behavior/behavior-view"
import { callsView } from "./calls/calls-view"
import { clock } from "./controls/clock"
import { controlsView } from "./controls/controls-view"
import { askToken, frame, noOrganization } from "./frame"
import { liveView } from "./live/live-view"
import { organizationPicker } from "./organizations/organization-picker"
import { productsView } from "./products/products-view"
import { receiptsView } from "./receipts/receipts-view"
import { takePayment } from "./sell/payment-dialog"
import { sellView } from "./sell/sell-view"

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
  const chosen = views.get(name)
  if (!chosen || (!session.organization && !OF_ALL.has(name))) {
    fill(view, noOrganization(picker.create))
    return
  }
  fill(view, chosen.element)
  chosen.enter()
  scrollTo(0, 0)
}

function onKey(event: KeyboardEvent) {
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
