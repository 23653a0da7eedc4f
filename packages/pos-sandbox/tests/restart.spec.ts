import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import axios from "axios"
import { Destination } from "./support/destination"
import { Merchant } from "./support/merchant"
import { MONDAY, openSandbox } from "./support/use-sandbox"

describe("A restart with a data file", () => {
  let directory: string
  let dataFile: string

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), "pos-sandbox-"))
    dataFile = path.join(directory, "sandbox.data")
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  it("loses nothing: keys, tokens, the control token, products, purchases, stock and the clock", async () => {
    const first = await openSandbox({ dataFile, startAt: MONDAY })
    const merchant = await Merchant.open(first)
    const { product, variantUuid } = await merchant.createProduct()
    const { organizationUuid } = merchant
    await merchant.control.post("/stock", { organizationUuid, productUuid: product.uuid, variantUuid, change: 5 })
    const sale = (await merchant.sell([{ variantUuid }])).data
    await merchant.control.post("/clock", { stopped: true })
    const { data: clock } = await merchant.control.get("/clock")
    await first.close()

    // On a slow machine time goes by between any two looks at it.
    let looks = 0
    const now = Date.now.bind(Date)
    const slow = jest.spyOn(Date, "now").mockImplementation(() => now() + looks++)
    const second = await openSandbox({ dataFile })
    slow.mockRestore()
    const { authorization } = merchant.api.defaults.headers.common
    const get = async (url: string) =>
      (await axios.get(`${second.url}${url}`, { headers: { authorization }, validateStatus: () => true })).data
    const [storeLocation] = await get("/v3/inventories")
    const control = { headers: { authorization: `Bearer ${first.controlToken}` } }
    const found = {
      products: await get("/organizations/self/products/v2"),
      purchases: (await get("/purchases/v2")).purchases,
      stock: await get(`/v3/stock/${storeLocation.inventoryUuid}`),
      clock: (await axios.get(`${second.url}/_sandbox/clock`, control)).data,
    }
    await second.close()
    expect(found).toMatchObject({
      products: [{ uuid: product.uuid }],
      purchases: [sale],
      stock: [{ variantUuid, balance: "4" }],
      clock,
    })
  })

  it("waiting retries go on", async () => {
    const destination = await new Destination().open()
    const first = await openSandbox({ dataFile })
    const merchant = await Merchant.open(first)
    await merchant.subscribe(destination.url)
    destination.status = 500
    await merchant.createProduct()
    await merchant.settled()
    await first.close()
    destination.status = 200

    const second = await openSandbox({ dataFile })
    await second.clock.advance(61)
    await second.close()
    await destination.close()
    expect(destination.events("ProductCreated")).toHaveLength(2)
  })

  it("a file of something else is refused, and left as it is", async () => {
    writeFileSync(dataFile, "en inköpslista")
    await expect(openSandbox({ dataFile })).rejects.toThrow("not a snapshot")
  })

  it("the seed fills an empty file once", async () => {
    const seed = { seed: 1, products: 3, purchases: 4 }
    const first = await openSandbox({ dataFile, seed })
    const made = first.seeded
    await first.close()
    const second = await openSandbox({ dataFile, seed })
    const again = second.seeded
    await second.close()
    expect([typeof made?.apiKey, again]).toEqual(["string", undefined])
  })
})
