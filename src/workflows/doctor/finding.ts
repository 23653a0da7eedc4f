import { MedusaError } from "@medusajs/framework/utils"
import { PosApiError } from "../../pos-api/client"
import { toConnectError } from "../connection/connect-errors"
import { reasonOf } from "../queue/reason-of"

/** Numbers, states and names of our own: what may leave the shop in a bundle. */
export type Facts = Record<string, string | number | boolean | null>

/** What the doctor found. The message is for who stands at the machine, and may name what the service answered. */
export type Finding = {
  check: string
  connection_id: string | null
  state: "passed" | "notice" | "failed" | "skipped"
  message: string
  /** what to do; null: nothing */
  mend: string | null
  facts: Facts
}

/** How one check ended. */
export type Looked = Partial<Pick<Finding, "state" | "mend" | "facts">> & { message: string }

/** Something to look at, by name. */
export type Look = { check: string; look: () => Promise<Looked> }

/** Looks at one thing after another; one that breaks is a finding, and the next is looked at all the same. */
export async function examine(connectionId: string | null, looks: Look[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { check, look } of looks) {
    findings.push({ check, connection_id: connectionId, ...(await lookAt(look)) })
  }
  return findings
}

async function lookAt(look: () => Promise<Looked>): Promise<Omit<Finding, "check" | "connection_id">> {
  try {
    const { state = "passed", message, mend = null, facts = {} } = await look()
    return { state, message, mend, facts }
  } catch (error) {
    const told = toConnectError(error)
    const code = told instanceof MedusaError ? (told.code ?? null) : null
    const status = error instanceof PosApiError ? (error.status ?? null) : null
    const kind = error instanceof Error ? error.constructor.name : typeof error
    // The words of the error say what to do; in a bundle only its kind stands.
    return { state: "failed", message: reasonOf(told), mend: null, facts: { error: kind, code, status } }
  }
}

/** True where something has to be mended. */
export const hasFailed = (findings: Finding[]): boolean => findings.some(({ state }) => state === "failed")
