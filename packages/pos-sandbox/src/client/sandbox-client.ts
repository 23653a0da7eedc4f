import { z } from "zod"
import {
  clockSchema,
  deliverySchema,
  journalSchema,
  nothingSchema,
  openedSchema,
  profileSchema,
  type RecordedRequest,
  type RequestFilter,
  snapshotListSchema,
  type ToldDelivery,
  type Triggered,
  triggeredSchema,
} from "./answers"
import { Calls, type Patience, type SandboxAddress, until } from "./control-calls"
import { Shop } from "./shop"

/** Who a merchant is; what is left out is made up to fit. */
export type OrganizationChoices = {
  name?: string
  /** ISO 3166; without: that of the currency */
  country?: string
  /** ISO 4217, default SEK */
  currency?: string
  taxationMode?: "INCLUSIVE" | "EXCLUSIVE" | null
  taxationType?: "VAT" | "SALES_TAX" | "NONE" | null
  timeZone?: string
  vatPercentage?: number | null
  scopes?: string[]
}

/** A currency begins with its country's code; this one has many countries. */
const countryOf = (currency: string) => (currency === "EUR" ? "FI" : currency.slice(0, 2))

/** A running sandbox, as tests and the command line work with it, in this process or another. */
export class SandboxClient {
  readonly url: string
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

  /** Opens a merchant with a key of its own. */
  async organization({ currency = "SEK", ...choices }: OrganizationChoices = {}): Promise<Shop> {
    const body = { name: "Åsas Butik", country: countryOf(currency), currency, ...choices }
    const key = await this.control.send(openedSchema, "POST", "/_sandbox/organizations", { body })
    return new Shop(this.control, this.certificate, key)
  }

  /** A merchant that is there already, with a new key. */
  async shop(organizationUuid: string): Promise<Shop> {
    const key = await this.control.send(openedSchema, "POST", "/_sandbox/api-keys", { body: { organizationUuid } })
    return new Shop(this.control, this.certificate, key)
  }

  /** Makes an event happen, with what belongs to it. @param organizationUuid the only one there is, without */
  trigger(eventName: string, organizationUuid?: string): Promise<Triggered> {
    const body = { eventName, organizationUuid }
    return this.control.send(triggeredSchema, "POST", "/_sandbox/triggers", { body })
  }

  /** Returns all merchants of the sandbox. */
  organizations() {
    return this.control.send(z.array(profileSchema), "GET", "/_sandbox/organizations")
  }

  /** What the sandbox was asked, newest last: `requests({ path: "/purchases/v2" })`. */
  async requests(filter: RequestFilter = {}): Promise<RecordedRequest[]> {
    return (await this.control.send(journalSchema, "GET", "/_sandbox/requests", { query: filter })).requests
  }

  /** Waits for a look that gives something, or for a call to have come. @throws WaitedInVainError */
  until<Result>(look: () => Result | Promise<Result>, patience?: Patience): Promise<Result>
  until(filter: RequestFilter, patience?: Patience): Promise<RecordedRequest[]>
  until(look: (() => unknown) | RequestFilter, patience: Patience = {}): Promise<unknown> {
    return typeof look === "function"
      ? until(look, patience)
      : until(() => this.requests(look), { what: `a call of ${JSON.stringify(look)}`, ...patience })
  }

  /** Moves the clock on; retries and other tasks that become due happen. @param seconds of the sandbox's clock */
  async advance(seconds: number): Promise<Date> {
    const body = { advance: seconds }
    return new Date((await this.control.send(clockSchema, "POST", "/_sandbox/clock", { body })).now)
  }

  /** Resolves when everything that is to be sent now was sent and answered. */
  async settled(): Promise<void> {
    await this.advance(0)
  }

  /** Changes how the sandbox behaves: `{ payloadForm: "object", dialect: "field" }`. */
  async settings(change: object): Promise<void> {
    await this.control.send(nothingSchema, "PATCH", "/_sandbox/settings", { body: change })
  }

  /** Makes something go wrong: `{ kind: "status", interface: "purchases", status: 503 }`. @returns what ends it */
  async fault(input: object): Promise<() => Promise<void>> {
    const { id } = await this.control.send(z.looseObject({ id: z.string() }), "POST", "/_sandbox/faults", {
      body: input,
    })
    return () => this.control.send(nothingSchema, "DELETE", `/_sandbox/faults/${id}`)
  }

  /** Sends a delivery once more, as it was. */
  resend(messageId: string): Promise<ToldDelivery> {
    return this.control.send(deliverySchema, "POST", `/_sandbox/deliveries/${messageId}/resend`)
  }

  /** Puts everything back to where it was when the sandbox started. */
  async reset(): Promise<void> {
    await this.control.send(nothingSchema, "POST", "/_sandbox/reset")
  }

  /** Holds everything as it is now. @returns what puts it back, as often as one likes */
  async snapshot(name: string): Promise<() => Promise<void>> {
    await this.control.send(nothingSchema, "PUT", `/_sandbox/snapshots/${encodeURIComponent(name)}`)
    return () => this.restore(name)
  }

  /** Puts everything back to what was held under a name. */
  async restore(name: string): Promise<void> {
    await this.control.send(nothingSchema, "POST", `/_sandbox/snapshots/${encodeURIComponent(name)}/restore`)
  }

  /** Returns the names of the snapshots. */
  snapshots() {
    return this.control.send(snapshotListSchema, "GET", "/_sandbox/snapshots")
  }

  /** Everything as one file. */
  exportState(): Promise<Buffer> {
    return this.control.download("/_sandbox/snapshot")
  }

  /** Takes up what `exportState` gave, in place of what there is. */
  importState(bytes: Buffer): Promise<void> {
    return this.control.upload("/_sandbox/snapshot", bytes)
  }
}
