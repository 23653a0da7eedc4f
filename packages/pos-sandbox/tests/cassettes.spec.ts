import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import axios from "axios"
import { v1 as uuidVersion1 } from "uuid"
import { readCassette } from "../src/cassettes/cassette"
import { compare, describeComparison } from "../src/cassettes/compare"
import { record, type Recording } from "../src/cassettes/record"
import { replay } from "../src/cassettes/replay"
import { type Merchant, requestToken } from "./support/merchant"
import { MONDAY, useSandbox } from "./support/use-sandbox"

const anyStatus = { validateStatus: () => true }

/** What would report whose the account is. */
const PLANTED = {
  shop: "Åsas Hemliga Butik",
  cashier: "José Muñoz-Hemlig",
  email: "hemlig@example.com",
  product: "Kaffekopp från Hemligheten",
  street: "Hemliga gatan 17",
  zip: "11122",
  city: "Smygehuk",
  card: "4571 1234 5678 9010",
  cardNumber: 4571123456789010,
  barcode: "7350099999917",
  phone: "0701234567",
}

const LIST_TEXTS = `grep -oE '"[^"]*"' account.json | grep -vE 'redacted-|[0-9a-f]{8}-[0-9a-f]{4}-' | sort -u`

const DIALECTS = ["field", "spec"] as const

describe.each(DIALECTS)("A cassette of an account in the %s dialect", (dialect) => {
  const world = useSandbox({ startAt: MONDAY, dialect }, { name: PLANTED.shop })
  const other = dialect === "field" ? "spec" : "field"
  let directory = ""
  let recording: Recording

  beforeEach(async () => {
    directory = mkdtempSync(path.join(tmpdir(), "cassette-"))
    const { control } = world.merchant
    await control.patch("/settings", { dialect: { rateV3: "spec" } })
    await control.patch(`/organizations/${world.merchant.organizationUuid}`, { contactEmail: PLANTED.email })
    recording = await record({ targets: world.sandbox.url, file: path.join(directory, "account.json") })
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  /** A client's day: everything it does goes through the recorder. */
  async function liveADay(merchant: Merchant) {
    const { variantUuid, product } = await merchant.createProduct({
      name: PLANTED.product,
      unitName: "st",
      vatPercentage: "25",
    })
    const { data: sale } = await merchant.sell([{ variantUuid, quantity: "2" }], { cashier: PLANTED.cashier })
    await merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: "1" }], cashier: PLANTED.cashier })
    const { data: grant } = await requestToken(
      { ...merchant.sandbox, url: recording.url },
      merchant.clientId,
      merchant.apiKey
    )
    const api = axios.create({
      baseURL: recording.url,
      ...anyStatus,
      headers: { authorization: `Bearer ${grant.access_token}`, "x-customer-address": PLANTED.street },
    })
    await api.get("/users/self")
    await api.get("/api/resources/organizations/self")
    await api.get("/organizations/self/products/v2")
    const made = {
      uuid: uuidVersion1(),
      name: PLANTED.product,
      vatPercentage: "25",
      note: PLANTED.card,
      tel: PLANTED.phone,
      cardNumber: PLANTED.cardNumber,
      seller: { address: { line: PLANTED.street, zip: PLANTED.zip } },
      variants: [{ uuid: uuidVersion1(), barcode: PLANTED.barcode, price: { amount: 12_900, currencyId: "SEK" } }],
    }
    const { headers } = await api.post("/organizations/self/products", made)
    await api.put(
      `/organizations/self/products/v2/${made.uuid}`,
      { ...made, name: `${PLANTED.product} 東京` },
      {
        headers: { "if-match": headers.etag ?? "*" },
      }
    )
    await api.post("/organizations/self/products", { uuid: "ingen", name: PLANTED.city })
    await api.get(`/organizations/self/products/${uuidVersion1()}`)
    await api.get("/purchases/v2?limit=10&startDate=2026-03-01")
    await api.get(`/purchase/v2/${sale.purchaseUUID1}`)
    const { data: inventories } = await api.get("/v3/inventories")
    await api.post("/v3/products", [{ productUuid: product.uuid, tracking: "enable" }])
    await api.get(`/v3/stock/${inventories[0].inventoryUuid}`)
    await api.get("/v2/accounts/liquid/transactions?start=2026-01-01T00:00:00&end=2026-12-31T00:00:00")
    await api.get(`/purchases/v2?lastPurchaseHash=${encodeURIComponent(PLANTED.email)}`)
    await api.get("/users/self", { headers: { authorization: `Bearer ${PLANTED.shop.length}` } })
    const { url } = await world.openDestination()
    await api.post("/organizations/self/subscriptions", {
      uuid: uuidVersion1(),
      transportName: "WEBHOOK",
      eventNames: ["PurchaseCreated"],
      destination: url,
      contactEmail: PLANTED.email,
    })
    const { data: subscriptions } = await api.get("/organizations/self/subscriptions")
    await recording.close()
    return { api, grant, subscriptions, sale, made }
  }

  it("has no token, key, name, address or number of a card, and keeps what belongs together", async () => {
    const { grant, subscriptions, made } = await liveADay(world.merchant)
    const text = readFileSync(path.join(directory, "account.json"), "utf8")
    const secrets = {
      ...PLANTED,
      token: grant.access_token,
      key: world.merchant.apiKey,
      client: world.merchant.clientId,
    }
    const signingKey =
      subscriptions.find((subscription: { signingKey?: string }) => subscription.signingKey)?.signingKey ?? "none"
    for (const [name, secret] of Object.entries({ ...secrets, signingKey })) {
      expect([name, text.toLowerCase().includes(String(secret).toLowerCase())]).toEqual([name, false])
    }
    expect(text.toLowerCase()).not.toContain("hemlig")
    expect(text).not.toContain(new URL(world.sandbox.url).host)
    // As the guide lists the texts to check.
    const listed = execFileSync("bash", ["-c", LIST_TEXTS], { cwd: directory, encoding: "utf8" }).split("\n")
    expect(listed).toEqual(expect.arrayContaining(['"SEK"', '"PurchaseCreated"', '"25"']))
    expect(listed.length).toBeLessThan(300)
    const { interactions } = readCassette(path.join(directory, "account.json"))
    const created = interactions.find(
      (interaction) => interaction.method === "POST" && interaction.path.endsWith("/products")
    )
    expect(created).toMatchObject({
      path: "/organizations/self/products",
      credential: true,
      request: {
        body: { json: { uuid: made.uuid, vatPercentage: "25", name: expect.stringMatching(/^redacted-\d+$/) } },
      },
      status: 201,
    })
  })

  it("is served again as it was answered", async () => {
    const { sale } = await liveADay(world.merchant)
    const player = await replay({ cassette: readCassette(path.join(directory, "account.json")) })
    const api = axios.create({ baseURL: player.url, ...anyStatus })
    const list = await api.get("/purchases/v2?startDate=2026-03-01&limit=10")
    const first = await api.get(`/purchase/v2/${sale.purchaseUUID1}`)
    const unknown = await api.get(`/organizations/self/products/${uuidVersion1()}`)
    const never = await api.get("/v1/taxes")
    await player.close()
    expect(list.data.purchases[0]).toMatchObject({ purchaseUUID1: sale.purchaseUUID1, amount: sale.amount })
    expect(list.data.purchases[0].userDisplayName).toMatch(/^redacted-/)
    expect([first.status, unknown.status, never.status]).toEqual([200, 404, 404])
    expect(player.missed).toEqual(["GET /v1/taxes"])
  })

  it("a sandbox of the same dialect answers alike, one of the other differs where the dialects do", async () => {
    await liveADay(world.merchant)
    const cassette = readCassette(path.join(directory, "account.json"))
    const same = await compare(cassette, dialect)
    expect(describeComparison(same)).toBe(`${same.played} calls played, 0 skipped, 0 differences\n`)
    expect(same.played).toBe(cassette.interactions.length)
    const { differences } = await compare(cassette, other)
    const [spec, field] = dialect === "spec" ? (["recorded", "sandbox"] as const) : (["sandbox", "recorded"] as const)
    for (const expected of [
      { field: "category", [spec]: "absent", [field]: "null", call: expect.stringContaining("PUT ") },
      { field: "the whole", [spec]: "object", [field]: "null" },
      { field: "errorType", [spec]: '"NOT_FOUND"', [field]: '"ENTITY_NOT_FOUND"' },
      { field: "header location", [spec]: "absent", [field]: "text" },
      { field: "purchases[].groupedVatAmounts.<0.0>", [spec]: "absent", [field]: "number" },
      { field: "the whole", [spec]: "object", [field]: "list", call: expect.stringContaining("/v2/accounts/") },
      { field: "[].defaultInventory", [spec]: "absent", [field]: "boolean" },
    ]) {
      expect(differences).toContainEqual(expect.objectContaining(expected))
    }
  })
})
