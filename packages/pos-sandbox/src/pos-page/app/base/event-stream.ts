import type { Activity } from "../types"
import { organizationUuid, parseJson, session } from "./call"
import { fill, h } from "./dom"
import { guarded } from "./dialog"

const LONGEST_WAIT = 10_000

const listeners: Set<(activity: Activity) => void> = new Set()
const watchers: Set<(isOpen: boolean) => void> = new Set()

/** Calls back for everything that happens in the sandbox. */
export function onActivity(listener: (activity: Activity) => void) {
  listeners.add(listener)
}

/** Calls back when the stream opens or breaks. */
function onStream(watcher: (isOpen: boolean) => void) {
  watchers.add(watcher)
}

/** Listens for ever: an EventSource could not carry the token, so the stream is read by fetch. */
export async function listen() {
  for (let wait = 500; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      const answer = await fetch("/_sandbox/events", { headers: { authorization: `Bearer ${session.token}` } })
      if (answer.status === 401 || answer.status === 403) {
        return
      }
      if (answer.ok && answer.body) {
        wait = 500
        watchers.forEach((watcher) => watcher(true))
        await read(answer.body)
      }
    } catch {
      // The sandbox went away: it is asked again until it is back.
    }
    watchers.forEach((watcher) => watcher(false))
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

async function read(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rest += decoder.decode(part.value, { stream: true })
    const events = rest.split("\n\n")
    rest = events.pop() ?? ""
    events.forEach(report)
  }
}

function report(event: string) {
  const data = event.split("\n").find((line) => line.startsWith("data: "))
  if (data) {
    const activity = parseJson<Activity>(data.slice("data: ".length))
    listeners.forEach((listener) => listener(activity))
  }
}

/** Shows whether a page updates by itself. */
export function liveLight() {
  const light = h("p", { class: "light", role: "status" }, "Connecting …")
  onStream((isOpen) => {
    fill(light, isOpen ? "Live" : "Not connected; trying again …")
    light.classList.toggle("on", isOpen)
  })
  return light
}

/** Runs something at once, and again at most every so many milliseconds however often it is wanted. */
function throttle(run: () => void, milliseconds: number) {
  let isWaiting = false
  let isWanted = false
  const start = () => {
    isWaiting = true
    isWanted = false
    run()
    setTimeout(() => {
      isWaiting = false
      if (isWanted) {
        start()
      }
    }, milliseconds)
  }
  return () => {
    isWanted = true
    if (!isWaiting) {
      start()
    }
  }
}

/** Runs something when it was not wanted again for so many milliseconds. */
export function debounce(run: () => void, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const scheduleNext = () => {
    cancel()
    timer = setTimeout(run, milliseconds)
  }
  return Object.assign(scheduleNext, { cancel })
}

/**
 * Reads a view again when something of these kinds happens in its organization, while it is shown.
 * @param milliseconds between two readings, at least
 */
export function keepFresh(
  view: Element,
  kinds: Activity["type"][],
  refresh: () => Promise<void>,
  milliseconds: number = 1_000
) {
  const refreshSoon = throttle(() => view.isConnected && void guarded(refresh), milliseconds)
  onActivity((activity) => {
    const isOurs = !("organizationUuid" in activity) || activity.organizationUuid === organizationUuid()
    if (kinds.includes(activity.type) && isOurs) {
      refreshSoon()
    }
  })
}
