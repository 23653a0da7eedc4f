import {
  type CallBudget,
  createPosClient,
  getPacing,
  PosForbiddenError,
  PosRateLimitedError,
  singleOrigin,
} from "../index"
import { useLocalService } from "./local-service"

const STORE = "00000001-89ab-11ee-8000-0123456789ab"

describe("paced calls", () => {
  const service = useLocalService()

  /** A client whose inventory has a budget that always has a call free, and that reports what it was asked. */
  function pacedClient(budget: Partial<CallBudget> = {}, signal?: AbortSignal) {
    const reported = { reserved: 0, emptied: [] as (number | null)[] }
    const counting: CallBudget = {
      reserve: async () => {
        reported.reserved++
        return { reserved: true, waitMs: 0 }
      },
      empty: async (ms) => void reported.emptied.push(ms),
      ...budget,
    }
    const client = createPosClient({
      addresses: singleOrigin(service.current.url),
      tokenProvider: { token: async () => "a-token", invalidate: () => undefined },
      httpOptions: { retries: 2, retryDelayMs: 1, timeoutMs: 20_000 },
      clock: service.current.clock,
      pacing: getPacing({ inventory: counting }),
      ...(signal ? { signal } : {}),
    })
    return { reported, client, stock: async () => client.inventory?.stock(STORE) }
  }

  it("every attempt takes a call of the budget, retries too", async () => {
    service.current.answersInTurn({ status: 502 }, { status: 503 }, { body: [] })
    const { reported, stock } = pacedClient()
    expect(await stock()).toMatchObject({ rows: [] })
    expect([reported.reserved, service.current.received.length]).toEqual([3, 3])
  })

  it("interfaces without a budget take nothing", async () => {
    service.current.answer = () => ({ body: { categories: [] } })
    const { reported, client } = pacedClient()
    await client.products.categories()
    expect(reported.reserved).toBe(0)
  })

  it.each([
    ["for as long as the POS asks", { "retry-after": "1" }, 1_000],
    ["where it does not say how long, too", {}, null],
  ])("a 429 empties the budget %s", async (_name, headers, ms) => {
    service.current.answersInTurn({ status: 429, headers }, { body: [] })
    const { reported, stock } = pacedClient()
    await stock()
    expect([reported.emptied, reported.reserved]).toEqual([[ms], 2])
  })

  it("a call without a turn is not made: rate limited, to be tried again, and nothing else has to rest", async () => {
    const { stock } = pacedClient({ reserve: async () => ({ reserved: false, waitMs: 90_000 }) })
    await expect(stock()).rejects.toMatchObject({
      constructor: PosRateLimitedError,
      retryable: true,
      isPaced: true,
      retryAfterSeconds: 90,
      status: undefined,
      call: `GET /v3/stock/${STORE} (inventory)`,
      message:
        "The rate limit of the POS is used up by other calls " +
        `(GET /v3/stock/${STORE} (inventory)). It is tried again.`,
    })
    expect(service.current.received).toEqual([])
  })

  it("other failures leave the budget as it is", async () => {
    service.current.answer = () => ({ status: 403 })
    const { reported, stock } = pacedClient()
    await expect(stock()).rejects.toThrow(PosForbiddenError)
    expect(reported).toEqual({ reserved: 1, emptied: [] })
  })

  it("a 429 that lasts says that the budget holds the others back", async () => {
    service.current.answer = () => ({ status: 429 })
    await expect(pacedClient().stock()).rejects.toMatchObject({ isPaced: true, status: 429 })
  })

  it("closing ends the wait of those that have no turn yet", async () => {
    const { stock } = pacedClient({ reserve: async () => ({ reserved: true, waitMs: 60_000 }) }, AbortSignal.abort())
    await expect(stock()).rejects.toMatchObject({ constructor: PosRateLimitedError, isPaced: true })
    expect(service.current.received).toEqual([])
  })
})
