import type { SandboxConfig } from "./config/config-schema"
import type { Certificate } from "./https/certificate"
import type { SeedInput } from "./seed/seed-organization"
import type { DialectChoice } from "./state/dialect"

/** How a sandbox is started. These options override those in `config`. */
export type SandboxOptions = {
  /** 0 or absent: a free one */
  port?: number
  /** lets destinations of subscriptions be plain HTTP on loopback */
  allowLoopback?: boolean
  /** the word in header names and payment types; default SERVICE */
  brand?: string
  /** replaces the random control token */
  controlToken?: string
  /** a file that everything is kept in, so that a restart loses nothing */
  dataFile?: string
  /** where the clock starts; default: now. A data file whose clock is ahead wins */
  startAt?: Date
  /** begin with a store that has goods and receipts, unless there is one */
  seed?: Partial<SeedInput>
  /** as the POS is specified (default), as it was observed to answer ("field"), or either by point */
  dialect?: DialectChoice
  /** the address to listen on; the control routes answer on this machine only, unless opened */
  host?: string
  /** lets the control routes answer other machines, by their token alone: in a container, behind a published port */
  openControl?: boolean
  /** HTTPS: with a certificate made for it, or with this one */
  https?: boolean | Certificate
  /** what `pos-sandbox.yaml` has: organizations with goods, receipts and subscriptions, budgets, faults, settings */
  config?: SandboxConfig
}
