/** @import { ErrorBody } from "../types.js" */
import { session } from "./session.js"

/** An answer that is not a success, in words for a person. */
export class CallError extends Error {
  /**
   * @param {number} status
   * @param {ErrorBody | null} body
   */
  constructor(status, body) {
    const violations = (body?.violations ?? []).map(({ propertyName, developerMessage }) =>
      `${propertyName} ${developerMessage}`.trim()
    )
    super([body?.developerMessage ?? `The sandbox answered ${status}`, ...violations].join(" · "))
    this.name = "CallError"
    this.status = status
  }
}

/** The sandbox cannot be reached. */
export class UnreachableError extends Error {
  constructor() {
    super("The sandbox does not answer. Is it running?")
    this.name = "UnreachableError"
  }
}

/**
 * Calls a control route.
 * @template Answer
 * @param {string} path below /_sandbox
 * @param {{ method?: string, body?: object, query?: Record<string, string | number | undefined>, signal?: AbortSignal }} [options]
 * @returns {Promise<Answer>}
 */
export async function call(path, { method, body, query = {}, signal } = {}) {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") {
      parameters.set(name, String(value))
    }
  }
  const answer = await request(`/_sandbox/${path}${parameters.size > 0 ? `?${parameters}` : ""}`, {
    method: method ?? (body ? "POST" : "GET"),
    headers: { authorization: `Bearer ${session.token}`, ...(body ? { "content-type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : null,
    signal: signal ?? null,
  })
  const text = await answer.text()
  if (!answer.ok) {
    throw new CallError(answer.status, parseBody(text))
  }
  return JSON.parse(text || "null")
}

/**
 * @param {string} url
 * @param {RequestInit} init
 */
async function request(url, init) {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw isAbort(error) ? error : new UnreachableError()
  }
}

/**
 * Whether a call was given up because a newer one took its place.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError"

/**
 * @param {string} text
 * @returns {ErrorBody | null}
 */
function parseBody(text) {
  try {
    return JSON.parse(text)
  } catch {
    // Not the sandbox's own words; the status has to do.
    return null
  }
}
