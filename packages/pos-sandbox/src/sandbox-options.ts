import type { SandboxConfig } from "./config/config-schema"
import type { Certificate } from "./https/certificate"
import type { SeedInput } from "./seed/seed-organization"
import type { DialectChoice } from "./state/dialect"

/** Options of {@link startSandbox}. They override those in `config`. */
export type SandboxOptions = {
  /** port to listen on; 0 or omitted: a free one */
  port?: number
  /** allows webhook destinations over plain HTTP on loopback */
  allowLoopback?: boolean
  /** the brand word in header names and payment types; default: SERVICE */
  brand?: string
  /** replaces the random control token */
  controlToken?: string
  /** file that stores the state, so that it survives a restart */
  dataFile?: string
  /** time at which the clock starts; default: now. If the clock of `dataFile` is ahead, it is used */
  startAt?: Date
  /** creates an organization with products and receipts, unless one exists */
  seed?: Partial<SeedInput>
  /** answers as specified (`spec`, the default), as observed (`field`), or a choice for each point */
  dialect?: DialectChoice
  /** address to listen on, by default loopback. The control routes answer this machine only, unless `openControl` is set */
  host?: string
  /** lets the control routes answer other machines that have the token, for example in a container with a published port */
  openControl?: boolean
  /** HTTPS, with a generated certificate or this one */
  https?: boolean | Certificate
  /** contents of `pos-sandbox.yaml`: organizations, products, receipts, subscriptions, rate limits, faults, settings */
  config?: SandboxConfig
}
