import type { AxiosInstance } from "axios"
import { z } from "zod"
import { type PosProduct, productSchema } from "../../../src/pos-api/contract"
import { openOrganization } from "../../../test-support/open-organization"
import { eventually } from "./eventually"
import type { SeededStoreIds } from "./seed-store"

const deliveriesSchema = z.array(z.looseObject({ state: z.string() }))
const faultSchema = z.looseObject({ id: z.string(), hits: z.number() })

/** How long thousands of notifications may take on a slow machine. */
const REPORT_MS = 150_000

type Api = Pick<AxiosInstance, "get" | "post">
type PushFixtureStore = Pick<SeededStoreIds, "salesChannelId" | "stockLocationId" | "regionId">
type Admin = { headers: Record<string, string> }

/** A store connected to a new organization, and what tests of the push do with both. */
export class PushFixture {
  private constructor(
    private readonly control: AxiosInstance,
    private readonly api: Api,
    private readonly admin: Admin,
    readonly organizationUuid: string,
    readonly connectionId: string,
    readonly apiKey: string
  ) {}

  /** @param before changes the organization before the store is connected to it, with its UUID */
  static async open(
    { api, admin, shop }: { api: Api; admin: Admin; shop: PushFixtureStore },
    change: { products?: object[]; currency?: string; regionId?: string } = {}
  ): Promise<PushFixture> {
    const { control, organizationUuid, apiKey } = await openOrganization({ currency: change.currency ?? "SEK" })
    for (const product of change.products ?? []) {
      await control.post("/new-products", { organizationUuid, product })
    }
    const { data: connected } = await api.post(
      "/admin/pos/connections",
      {
        api_key: apiKey,
        sales_channel_id: shop.salesChannelId,
        stock_location_id: shop.stockLocationId,
        region_id: change.regionId ?? shop.regionId,
      },
      admin
    )
    return new PushFixture(control, api, admin, organizationUuid, connected.connection.id, apiKey)
  }

  async products(): Promise<PosProduct[]> {
    const params = { organizationUuid: this.organizationUuid, limit: 10_000 }
    return z.array(productSchema).parse((await this.control.get("/products", { params })).data)
  }

  async names(): Promise<string[]> {
    return (await this.products()).map(({ name }) => name ?? "").sort()
  }

  async product(name: string): Promise<PosProduct> {
    const found = (await this.products()).find((product) => product.name === name)
    if (!found) {
      throw new Error(`The POS has no ${name}`)
    }
    return found
  }

  /** Somebody at the POS edits a product. */
  async edit(productUuid: string, patch: object): Promise<void> {
    await this.control.post("/products", { organizationUuid: this.organizationUuid, productUuid, patch })
  }

  /** Somebody at the POS deletes a product. */
  async discard(productUuid: string): Promise<void> {
    await this.control.delete(`/products/${productUuid}`, { params: { organizationUuid: this.organizationUuid } })
  }

  async refuse(names: string[]): Promise<void> {
    await this.control.post("/refused-products", { organizationUuid: this.organizationUuid, names })
  }

  async fault(fault: object): Promise<string> {
    return faultSchema.parse((await this.control.post("/faults", fault)).data).id
  }

  async noFaults(): Promise<void> {
    await this.control.delete("/faults")
  }

  /** How many calls of an interface a piece of work makes, by method; a fault may hit each of them. */
  async calls(
    method: string,
    work: () => Promise<void>,
    name = "products",
    fault: object = { kind: "latency", milliseconds: 0 }
  ): Promise<number> {
    const id = await this.fault({ ...fault, interface: name, method })
    await work()
    const faults = z.array(faultSchema).parse((await this.control.get("/faults")).data)
    await this.noFaults()
    return faults.find((item) => item.id === id)?.hits ?? 0
  }

  async settings(settings: object): Promise<string> {
    const { data } = await this.api.post(
      `/admin/pos/connections/${this.connectionId}/outbound-settings`,
      settings,
      this.admin
    )
    await this.finished(data.run_id)
    return data.run_id
  }

  async sync(body: object = {}, longestMs?: number): Promise<string> {
    const { data } = await this.api.post(`/admin/pos/connections/${this.connectionId}/push`, body, this.admin)
    await this.finished(data.run_id, longestMs)
    return data.run_id
  }

  async finished(runId: string, longestMs?: number): Promise<void> {
    await eventually(async () => expect((await this.run(runId)).state).toBe("finished"), longestMs)
  }

  async run(runId: string) {
    return (await this.api.get(`/admin/pos/runs/${runId}`, this.admin)).data.run
  }

  async links(query = ""): Promise<Record<string, unknown>[]> {
    const { data } = await this.api.get(
      `/admin/pos/product-links?connection_id=${this.connectionId}&limit=100${query}`,
      this.admin
    )
    return data.product_links
  }

  async link(productId: string) {
    const [link] = await this.links(`&product_id=${productId}`)
    return link
  }

  /** Waits until nothing is due. */
  async settled(longestMs?: number): Promise<void> {
    await eventually(async () => {
      const { data } = await this.api.get(`/admin/pos/connections/${this.connectionId}`, this.admin)
      expect(data.connection.product_links.pending).toBe(0)
      expect(data.connection.product_links.total).toBeGreaterThan(0)
    }, longestMs)
  }

  /**
   * Waits until nothing is due and the store has dealt with all that the POS reported it. An echo that comes after a
   * later push cannot be reported from a change at the POS, and asks for one more look.
   */
  async quiet(): Promise<void> {
    await eventually(async () => {
      // They are sent in their order, a few at a time.
      const params = { organizationUuid: this.organizationUuid, descending: true, limit: 50 }
      const deliveries = deliveriesSchema.parse((await this.control.get("/deliveries", { params })).data)
      expect(deliveries.filter(({ state }) => state === "pending")).toHaveLength(0)
      const waiting = `/admin/pos/inbox-entries?connection_id=${this.connectionId}&state=pending&limit=1`
      expect((await this.api.get(waiting, this.admin)).data.count).toBe(0)
    }, REPORT_MS)
    await this.settled()
  }
}
