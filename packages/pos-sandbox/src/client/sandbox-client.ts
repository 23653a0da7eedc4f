import { z } from "zod"
import {
  Calls,
  clockSchema,
  type Delivery,
  deliverySchema,
  journalSchema,
  nothingSchema,
  openedSchema,
  profileSchema,
  type RecordedRequest,
  type RequestFilter,
  type SandboxAddress,
  snapshotListSchema,
  type Triggered,
  triggeredSchema,
  until,
  type WaitOptions,
} from "./control-calls"
import { Shop } from "./shop"

/** Profile of a new merchant. Omitted fields get values that fit the others. */
export type OrganizationChoices = {
  /** default: Åsas Butik */
  name?: string
  /** ISO 3166 country code; default: the currency's country */
  country?: string
  /** ISO 4217, default SEK */
  currency?: string
  /** whether prices include the tax */
  taxationMode?: "INCLUSIVE" | "EXCLUSIVE" | null
  /** kind of tax; default: that of the country */
  taxationType?: "VAT" | "SALES_TAX" | "NONE" | null
  /** IANA name; default: that of the country */
  timeZone?: string
  /** default tax rate in percent: 25 is 25 % */
  vatPercentage?: number | null
  /** scopes of the API key; default: all */
  scopes?: string[]
}

/** A currency code starts with its country's code, except EUR, which has many countries. */
const toCountry = (currency: string) => (currency === "EUR" ? "FI" : currency.slice(0, 2))

/** Client of a running sandbox, in this process or another. Tests and the command line use it. */
export class SandboxClient {
  /** base URL of the sandbox, without a trailing slash */
  readonly url: string
  /** token of the control routes */
  readonly controlToken: string
  /** the certificate (PEM) of a sandbox that speaks HTTPS */
  readonly certificate: string | undefined
  /** calls of the control routes, below `/_sandbox` */
  readonly control: Calls

  constructor({ url, controlToken, certificate }: SandboxAddress) {
    this.url = url
    this.controlToken = controlToken
    this.certificate = certificate
    this.control = new Calls(url, `Bearer ${controlToken}`, certificate)
  }

  /** Creates a merchant with an API key. */
  async organization({ currency = "SEK", ...choices }: OrganizationChoices = {}): Promise<Shop> {
    const body = { name: "Åsas Butik", country: toCountry(currency), currency, ...choices }
    const key = await this.control.send(openedSchema, "POST", "/_sandbox/organizations", { body })
    return new Shop(this.control, this.certificate, key)
  }

  /** Returns an existing merchant, with a new API key. */
  async shop(organizationUuid: string): Promise<Shop> {
    const key = await this.control.send(openedSchema, "POST", "/_sandbox/api-keys", { body: { organizationUuid } })
    return new Shop(this.control, this.certificate, key)
  }

  /** Causes an event: changes the data that it reports, then notifies. `organizationUuid` may be omitted if there is only one. */
  trigger(eventName: string, organizationUuid?: string): Promise<Triggered> {
    const body = { eventName, organizationUuid }
    return this.control.send(triggeredSchema, "POST", "/_sandbox/triggers", { body })
  }

  /** Returns all merchants of the sandbox. */
  organizations() {
    return this.control.send(z.array(profileSchema), "GET", "/_sandbox/organizations")
  }

  /** Returns the recorded API calls, newest last: `requests({ path: "/purchases/v2" })`. */
  async requests(filter: RequestFilter = {}): Promise<RecordedRequest[]> {
    return (await this.control.send(journalSchema, "GET", "/_sandbox/requests", { query: filter })).requests
  }

  /** Waits until `check` returns something (see {@link WaitOptions}), or until a matching call was received. @throws WaitTimeoutError */
  until<Result>(check: () => Result | Promise<Result>, options?: WaitOptions): Promise<Result>
  until(filter: RequestFilter, options?: WaitOptions): Promise<RecordedRequest[]>
  until(check: (() => unknown) | RequestFilter, options: WaitOptions = {}): Promise<unknown> {
    return typeof check === "function"
      ? until(check, options)
      : until(() => this.requests(check), { what: `a call of ${JSON.stringify(check)}`, ...options })
  }

  /** Advances the sandbox's clock by `seconds` and runs what becomes due, such as retries. @returns the new time */
  async advance(seconds: number): Promise<Date> {
    const body = { advance: seconds }
    return new Date((await this.control.send(clockSchema, "POST", "/_sandbox/clock", { body })).now)
  }

  /** Resolves when every delivery that is due was sent and answered. */
  async settled(): Promise<void> {
    await this.advance(0)
  }

  /** Changes settings of the sandbox: `{ payloadForm: "object", dialect: "field" }`. */
  async settings(change: object): Promise<void> {
    await this.control.send(nothingSchema, "PATCH", "/_sandbox/settings", { body: change })
  }

  /** Injects a fault: `{ kind: "status", interface: "purchases", status: 503 }`. @returns a function that removes it */
  async fault(input: object): Promise<() => Promise<void>> {
    const { id } = await this.control.send(z.looseObject({ id: z.string() }), "POST", "/_sandbox/faults", {
      body: input,
    })
    return () => this.control.send(nothingSchema, "DELETE", `/_sandbox/faults/${id}`)
  }

  /** Sends a webhook delivery again, unchanged. */
  resend(messageId: string): Promise<Delivery> {
    return this.control.send(deliverySchema, "POST", `/_sandbox/deliveries/${messageId}/resend`)
  }

  /** Restores the state in which the sandbox started. */
  async reset(): Promise<void> {
    await this.control.send(nothingSchema, "POST", "/_sandbox/reset")
  }

  /** Stores the current state under a name. @returns a function that restores it, any number of times */
  async snapshot(name: string): Promise<() => Promise<void>> {
    await this.control.send(nothingSchema, "PUT", `/_sandbox/snapshots/${encodeURIComponent(name)}`)
    return () => this.restore(name)
  }

  /** Restores a snapshot by its name. */
  async restore(name: string): Promise<void> {
    await this.control.send(nothingSchema, "POST", `/_sandbox/snapshots/${encodeURIComponent(name)}/restore`)
  }

  /** Returns the names of the snapshots. */
  snapshots() {
    return this.control.send(snapshotListSchema, "GET", "/_sandbox/snapshots")
  }

  /** Exports the whole state as one file. */
  exportState(): Promise<Buffer> {
    return this.control.download("/_sandbox/snapshot")
  }

  /** Replaces the whole state by one that `exportState` returned. */
  importState(bytes: Buffer): Promise<void> {
    return this.control.upload("/_sandbox/snapshot", bytes)
  }
}
