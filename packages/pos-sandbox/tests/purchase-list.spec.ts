import { MONDAY, useSandbox } from "./support/use-sandbox"

type Listed = { purchases: { purchaseNumber: number; created: string }[] }

describe("List purchases: GET /purchases/v2", () => {
  const world = useSandbox({ startAt: MONDAY })
  const list = async (query = "") => (await world.merchant.api.get(`/purchases/v2${query}`)).data
  const numbers = ({ purchases }: Listed) => purchases.map(({ purchaseNumber }) => purchaseNumber)

  /** Five sales at 10:30, 10:31 … 10:34. */
  beforeEach(async () => {
    await world.merchant.control.post("/clock", { stopped: true })
    for (let sale = 0; sale < 5; sale++) {
      await world.merchant.sell([{ type: "custom-amount", amount: 100 }])
      await world.merchant.control.post("/clock", { advance: 60 })
    }
  })

  it("answers 200 with purchases, firstPurchaseHash, lastPurchaseHash and linkUrls", async () => {
    const { status, data } = await world.merchant.api.get("/purchases/v2")
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        purchases: expect.any(Array),
        firstPurchaseHash: expect.any(String),
        lastPurchaseHash: expect.any(String),
        linkUrls: [expect.any(String)],
      },
    })
    expect(numbers(data)).toEqual([1, 2, 3, 4, 5])
  })

  it("lastPurchaseHash: fetches the next page, to the end", async () => {
    const first = await list("?limit=2")
    const second = await list(`?limit=2&lastPurchaseHash=${first.lastPurchaseHash}`)
    const third = await list(`?limit=2&lastPurchaseHash=${second.lastPurchaseHash}`)
    expect([first, second, third].map(numbers)).toEqual([[1, 2], [3, 4], [5]])
  })

  it("lastPurchaseHash: the last page's stays valid as the cursor for everything since", async () => {
    const { lastPurchaseHash } = await list()
    expect(await list(`?lastPurchaseHash=${lastPurchaseHash}`)).toEqual({ purchases: [], linkUrls: [] })
    await world.merchant.sell([{ type: "custom-amount", amount: 100 }])
    expect(numbers(await list(`?lastPurchaseHash=${lastPurchaseHash}`))).toEqual([6])
  })

  it("an empty page has no new hash", async () => {
    expect(await list("?endDate=2001-01-01")).toEqual({ purchases: [], linkUrls: [] })
  })

  it('linkUrls: following rel="next" with its parameters comes to the end', async () => {
    const found: number[][] = []
    let link = "</purchases/v2?limit=2&startDate=2026-03-09T10:31>"
    for (let data = await list("?limit=2&startDate=2026-03-09T10:31"); data.purchases.length > 0;) {
      found.push(numbers(data))
      link = data.linkUrls[0]
      expect(link).toMatch(/^<http:\/\/[^>]+>; rel="next"$/)
      data = (await world.merchant.api.get(link.slice(1, link.indexOf(">")))).data
    }
    expect(found).toEqual([
      [2, 3],
      [4, 5],
    ])
  })

  it("startDate: inclusive, UTC, YYYY-MM-DDThh:mm", async () => {
    expect(numbers(await list("?startDate=2026-03-09T10:32"))).toEqual([3, 4, 5])
  })

  it("startDate: inclusive, UTC, YYYY-MM-DD", async () => {
    expect(numbers(await list("?startDate=2026-03-09"))).toEqual([1, 2, 3, 4, 5])
    expect(numbers(await list("?startDate=2026-03-10"))).toEqual([])
  })

  it("endDate: exclusive, UTC, YYYY-MM-DDThh:mm", async () => {
    expect(numbers(await list("?endDate=2026-03-09T10:32"))).toEqual([1, 2])
  })

  it("endDate: exclusive, UTC, YYYY-MM-DD", async () => {
    expect(numbers(await list("?endDate=2026-03-09"))).toEqual([])
    expect(numbers(await list("?endDate=2026-03-10"))).toEqual([1, 2, 3, 4, 5])
  })

  it("startDate and endDate together, with a limit and the next page", async () => {
    const period = "startDate=2026-03-09T10:31&endDate=2026-03-09T10:34&limit=2"
    const first = await list(`?${period}`)
    expect([first, await list(`?${period}&lastPurchaseHash=${first.lastPurchaseHash}`)].map(numbers)).toEqual([
      [2, 3],
      [4],
    ])
  })

  it("startDate: default three years back", async () => {
    const threeYears = 1_096 * 86_400
    await world.merchant.advance(threeYears - 300 - 60)
    expect(numbers(await list())).toEqual([1, 2, 3, 4, 5])
    await world.merchant.advance(3 * 60)
    expect(numbers(await list())).toEqual([3, 4, 5])
    expect(numbers(await list("?startDate=2020-01-01"))).toEqual([3, 4, 5])
  })

  it("limit: 1 and 1000 are taken", async () => {
    expect(numbers(await list("?limit=1"))).toEqual([1])
    expect(numbers(await list("?limit=1000"))).toEqual([1, 2, 3, 4, 5])
  })

  it("limit: a page holds at most 1000, also without one", async () => {
    const path = `/organizations/${world.merchant.organizationUuid}`
    const other = await world.openMerchant()
    await other.control.post(`/organizations/${other.organizationUuid}/seed`, { products: 5, purchases: 1_001 })
    expect(path).not.toContain(other.organizationUuid)
    const { purchases, lastPurchaseHash } = (await other.api.get("/purchases/v2")).data
    const rest = (await other.api.get(`/purchases/v2?lastPurchaseHash=${lastPurchaseHash}`)).data
    expect([purchases.length, rest.purchases.length]).toEqual([1_000, 1])
  })

  it("descending=true: the most recent first, page by page", async () => {
    const first = await list("?descending=true&limit=3")
    const second = await list(`?descending=true&limit=3&lastPurchaseHash=${first.lastPurchaseHash}`)
    expect([first, second].map(numbers)).toEqual([
      [5, 4, 3],
      [2, 1],
    ])
  })

  it("descending=false is the default", async () => {
    expect(await list("?descending=false")).toMatchObject({ purchases: (await list()).purchases })
  })

  it.each([
    "limit=0",
    "limit=1001",
    "limit=-1",
    "limit=ten",
    "limit=1.5",
    "startDate=yesterday",
    "startDate=2026-13-01",
    "startDate=2026-02-30",
    "endDate=2026-02-29T10:30",
    "endDate=2026-03-09T10:30:00Z",
    "descending=maybe",
    "lastPurchaseHash=x",
  ])("?%s answers 400 in the documented form", async (query) => {
    const { status, data } = await world.merchant.api.get(`/purchases/v2?${query}`)
    expect([status, data]).toEqual([400, expect.objectContaining({ developerMessage: expect.any(String) })])
  })

  it("not authorized answers 401", async () => {
    const { status } = await world.merchant.api.get("/purchases/v2", { headers: { authorization: "Bearer x" } })
    expect(status).toBe(401)
  })

  it("a refund stands in the list as a purchase of its own, and the refunded one is marked", async () => {
    const { purchases } = await list()
    await world.merchant.refund(purchases[0].purchaseUUID1)
    const after = (await list()).purchases
    expect(after).toHaveLength(6)
    expect([after[0].refunded, after[5].refund]).toEqual([true, true])
  })
})
