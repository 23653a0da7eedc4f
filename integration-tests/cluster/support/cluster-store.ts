import axios, { type AxiosInstance } from "axios"
import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { PosDriver } from "../../../test-support/pos-driver"
import { insertManyProducts } from "../../../test-support/many-products"
import type { Places } from "./running-cluster"

/** A busy server on a busy machine may take a while; one that was killed never answers. */
const ANSWER_MS = 30_000

const tokenSchema = z.object({ token: z.string() })
const idsSchema = z.looseObject({ id: z.string() })
const channelsSchema = z.object({ sales_channels: z.array(idsSchema).min(1) })
const locationsSchema = z.object({ stock_locations: z.array(idsSchema).min(1) })
const regionsSchema = z.object({ regions: z.array(idsSchema).min(1) })
const connectedSchema = z.object({ connection: idsSchema })

/** The demo's shop in its cluster: its admin through the proxy, its database for looking on, and the POS. */
export class ClusterStore {
  /** of the connection; empty before there is one */
  connectionId = ""

  private constructor(
    readonly api: AxiosInstance,
    readonly knex: Knex,
    readonly posDriver: PosDriver,
    readonly place: { salesChannelId: string; stockLocationId: string; regionId: string }
  ) {}

  /** @param choices `products` more than the demo has, without stock */
  static async open(places: Places, choices: { products: number }): Promise<ClusterStore> {
    Object.assign(process.env, { POS_SERVICE_URL: places.sandbox_url, POS_CONTROL_TOKEN: places.control_token })
    const { data } = await axios.post(`${places.shop_url}/auth/user/emailpass`, places.login)
    const api = axios.create({
      baseURL: places.shop_url,
      timeout: ANSWER_MS,
      headers: { authorization: `Bearer ${tokenSchema.parse(data).token}` },
    })
    const database = knex({ client: "pg", connection: places.database_url })
    await insertManyProducts(database, choices.products)
    const channels = channelsSchema.parse((await api.get("/admin/sales-channels?name=Kassa")).data)
    const locations = locationsSchema.parse((await api.get("/admin/stock-locations")).data)
    const regions = regionsSchema.parse((await api.get("/admin/regions?name=Sverige")).data)
    return new ClusterStore(api, database, await PosDriver.open(), {
      salesChannelId: first(channels.sales_channels),
      stockLocationId: first(locations.stock_locations),
      regionId: first(regions.regions),
    })
  }

  /** Connects it with the POS; the first sync begins. */
  async connect(): Promise<void> {
    const { data } = await this.api.post("/admin/pos/connections", {
      api_key: this.posDriver.apiKey,
      sales_channel_id: this.place.salesChannelId,
      stock_location_id: this.place.stockLocationId,
      region_id: this.place.regionId,
      // Prices are changed at random, which would be held as a mass mistake.
      outbound_settings: { hold_mass_changes: false },
    })
    this.connectionId = connectedSchema.parse(data).connection.id
  }

  /** Request headers of the admin. */
  get headers(): Record<string, string> {
    return { authorization: String(this.api.defaults.headers.authorization) }
  }

  async close(): Promise<void> {
    await this.knex.destroy()
  }
}

const first = ([item]: { id: string }[]): string => item?.id ?? ""
