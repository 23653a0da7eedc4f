/** @import { Activity } from "../types.js" */
import { session } from "./session.js"

const LONGEST_WAIT = 10_000

/** @type {Set<(activity: Activity) => void>} */
const listeners = new Set()
/** @type {Set<(isOpen: boolean) => void>} */
const watchers = new Set()

/**
 * Calls back for everything that happens in the sandbox.
 * @param {(activity: Activity) => void} listener
 */
export function onActivity(listener) {
  listeners.add(listener)
}

/**
 * Calls back when the stream opens or breaks.
 * @param {(isOpen: boolean) => void} watcher
 */
export function onStream(watcher) {
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

/** @param {ReadableStream<Uint8Array>} body */
async function read(body) {
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

/** @param {string} event */
function report(event) {
  const data = event.split("\n").find((line) => line.startsWith("data: "))
  if (data) {
    /** @type {Activity} */
    const activity = JSON.parse(data.slice("data: ".length))
    listeners.forEach((listener) => listener(activity))
  }
}
