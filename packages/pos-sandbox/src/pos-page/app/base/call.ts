import type { ErrorBody, Organization } from "../types"

/** Who is at the register: the control token of the address, and the organization that was chosen. */
export const session: { token: string; organization: Organization | null } = {
  token: new URLSearchParams(location.hash.slice(1)).get("token") ?? "",
  organization: null,
}

const listeners: Set<() => void> = new Set()

/** Calls back whenever another organization is chosen, or the one that is chosen has changed. */
export function onOrganization(listener: () => void) {
  listeners.add(listener)
}

const REMEMBERED = "pos-page.organization"

export function chooseOrganization(organization: Organization | null) {
  session.organization = organization
  if (organization) {
    sessionStorage.setItem(REMEMBERED, organization.uuid)
  }
  listeners.forEach((listener) => listener())
}

/** The organization that was chosen before the page was loaded again. */
export const rememberedOrganization = () => sessionStorage.getItem(REMEMBERED)

/** @returns the organization's UUID; empty without one */
export const organizationUuid = (): string => session.organization?.uuid ?? ""

/** @returns the organization's currency */
export const currency = (): string => session.organization?.currency ?? "EUR"

/** Ticks of 100 ns from the start of the Gregorian calendar to that of Unix. */
const GREGORIAN_OFFSET = 122_192_928_000_000_000n

/** A UUID of version 1, as the POS wants them of its callers. */
export function uuidVersion1() {
  const random = crypto.getRandomValues(new Uint8Array(10))
  const ticks = BigInt(Date.now()) * 10_000n + BigInt((random[8] ?? 0) * 39) + GREGORIAN_OFFSET
  const time = ticks.toString(16).padStart(15, "0")
  const bytes = [...random.slice(0, 8)].map((byte, index) =>
    index === 0 ? (byte & 0x3f) | 0x80 : index === 2 ? byte | 1 : byte
  )
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return `${time.slice(7)}-${time.slice(3, 7)}-1${time.slice(0, 3)}-${hex.slice(0, 4)}-${hex.slice(4)}`
}

/** An answer that is not a success, in words for a person. */
export class CallError extends Error {
  readonly status: number

  constructor(status: number, body: ErrorBody | null) {
    const violations = (body?.violations ?? []).map(({ propertyName, developerMessage }) =>
      `${propertyName} ${developerMessage}`.trim()
    )
    super([body?.developerMessage ?? `The sandbox answered ${status}`, ...violations].join(" · "))
    this.name = "CallError"
    this.status = status
  }
}

/** The sandbox cannot be reached. */
class UnreachableError extends Error {
  constructor() {
    super("The sandbox does not answer. Is it running?")
    this.name = "UnreachableError"
  }
}

type CallOptions = {
  /** without it GET, or POST if there is a body */
  method?: string
  body?: object
  query?: Record<string, string | number | undefined>
  signal?: AbortSignal
}

/**
 * Calls a control route.
 * @param path below /_sandbox
 */
export async function call<Answer>(
  path: string,
  { method, body, query = {}, signal }: CallOptions = {}
): Promise<Answer> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") {
      parameters.set(name, String(value))
    }
  }
  const headers: Record<string, string> = { authorization: `Bearer ${session.token}` }
  if (body) {
    headers["content-type"] = "application/json"
  }
  const answer = await request(`/_sandbox/${path}${parameters.size > 0 ? `?${parameters}` : ""}`, {
    method: method ?? (body ? "POST" : "GET"),
    headers,
    body: body ? JSON.stringify(body) : null,
    signal: signal ?? null,
  })
  const text = await answer.text()
  if (!answer.ok) {
    throw new CallError(answer.status, parseErrorBody(text))
  }
  return parseJson(text || "null")
}

/**
 * Reads what the sandbox wrote. Its server and this page are one package and share their types, so the shape is not
 * checked a second time.
 * @throws SyntaxError
 */
export function parseJson<Shape>(text: string): Shape {
  const parsed: unknown = JSON.parse(text)
  return parsed as Shape
}

async function request(url: string, init: RequestInit) {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw isAbort(error) ? error : new UnreachableError()
  }
}

/** Whether a call was given up because a newer one took its place. */
export const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError"

function parseErrorBody(text: string): ErrorBody | null {
  try {
    return parseJson(text)
  } catch {
    // Not the sandbox's own words; the status has to do.
    return null
  }
}
