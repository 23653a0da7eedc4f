import { type Placed, sharingWith } from "../lib/connections"
import { connectionSchema } from "../lib/answers/connection"

const connectionOf = (id: string, stock_location_id: string, changed: object = {}) =>
  connectionSchema.parse({
    id,
    stock_location_id,
    organization_uuid: id,
    organization_name: null,
    group_name: null,
    country_code: "SE",
    currency_code: "sek",
    time_zone: null,
    taxation_mode: null,
    state: "active",
    state_reason: null,
    sales_channel_id: "sc",
    region_id: "reg",
    stock_sync: "two_way",
    contact_email: "a@example.com",
    credentials: null,
    created_at: "2026-11-23T00:00:00Z",
    product_links: { total: 0, synced: 0, rejected: 0, pending: 0 },
    ...changed,
  })
const feeding = (...additional_stock_location_ids: string[]) => ({
  inbound_settings: { additional_stock_location_ids },
})

const waysOf = (left: Placed, right: ReturnType<typeof connectionOf>) =>
  sharingWith(left, [right]).flatMap(({ ways }) => ways.map(({ by, locationId }) => `${by} ${locationId}`))

describe("Registers that sell from one location", () => {
  it("are distinguished by whose location it is", () => {
    expect(waysOf(connectionOf("a", "store"), connectionOf("b", "store"))).toEqual(["same store"])
    expect(waysOf(connectionOf("a", "store"), connectionOf("b", "stall"))).toEqual([])
    const fed = connectionOf("b", "stall", feeding("store", "depot"))
    expect(waysOf(connectionOf("a", "store"), fed)).toEqual(["ours store"])
    expect(waysOf(fed, connectionOf("a", "store"))).toEqual(["theirs store"])
    expect(waysOf(fed, connectionOf("c", "kiosk", feeding("depot")))).toEqual(["third depot"])
    expect(waysOf(fed, connectionOf("c", "depot", feeding("stall")))).toEqual(["theirs depot", "ours stall"])
  })

  it("are none of those that are disconnected, without stock, or without a location", () => {
    const first = connectionOf("a", "store")
    expect(waysOf(first, connectionOf("b", "store", { state: "disconnected" }))).toEqual([])
    expect(waysOf(first, connectionOf("b", "store", { stock_sync: "off" }))).toEqual([])
    expect(waysOf(connectionOf("a", "store", { stock_sync: "off" }), connectionOf("b", "store"))).toEqual([])
    expect(waysOf(first, connectionOf("b", "stall", { stock_sync: "pos_to_store", ...feeding("store") }))).toEqual([])
    expect(sharingWith(first, [first])).toEqual([])
  })
})
