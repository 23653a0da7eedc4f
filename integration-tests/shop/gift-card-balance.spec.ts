import { randomUUID } from "node:crypto"
import { createApiKeysWorkflow } from "@medusajs/medusa/core-flows"
import keepFinanceJob from "../../src/jobs/pos-finance"
import { POS_MODULE } from "../../src/modules/pos"
import { markLiveGiftCards } from "../../src/features/gift-cards/read-cards"
import { prune as pruneJob } from "../../src/features/retention/prune"
import { merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

storeSuite({
  moduleName: "gift-card-balance",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    let key: string
    const { connect, mirror } = merchantOf(() => ({ api, ...here, container: getContainer() }))

    beforeAll(async () => {
      const { result } = await createApiKeysWorkflow(getContainer()).run({
        input: { api_keys: [{ type: "publishable", title: "Webb", created_by: "tests" }] },
      })
      key = result[0]?.token ?? ""
    })

    afterEach(() => jest.restoreAllMocks())

    const offer = async (limits: { attemptsPerClient?: number; attemptsPerCard?: number } = {}) => {
      const pos = getContainer().resolve(POS_MODULE)
      const options = await pos.getOptions()
      const balanceRoute = { proof: "receipt-number" as const, attemptsPerClient: 100, attemptsPerCard: 100, ...limits }
      jest.spyOn(pos, "getOptions").mockResolvedValue({ ...options, giftCards: { ...options.giftCards, balanceRoute } })
    }

    const ask = async (card_uuid: string, proof: string) => {
      const headers = { "x-publishable-api-key": key }
      const answer = await api.post(
        "/store/pos/gift-cards/balance",
        { card_uuid, proof },
        { headers, validateStatus: () => true }
      )
      return { status: answer.status, data: answer.data, retryAfter: answer.headers["retry-after"] }
    }

    const soldCard = async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const sale = await register.sell({ items: [{ type: "gift-card", amount: 500_00, validYears: null }] })
      await mirror(connectionId, [sale])
      await keepFinanceJob(getContainer())
      return {
        register,
        connectionId,
        uuid: sale.products[0]?.details?.giftcardUuid ?? "",
        number: String(sale.purchaseNumber),
      }
    }

    it("is off until the merchant says what proves a card", async () => {
      const { uuid, number } = await soldCard()
      expect(await ask(uuid, number)).toMatchObject({
        status: 404,
        data: { message: expect.stringContaining("not show") },
      })
    })

    it("shows the balance against the proof, and says the same of a wrong proof and an unknown card", async () => {
      const { uuid, number } = await soldCard()
      await offer()
      expect(await ask(uuid.toUpperCase(), number)).toMatchObject({
        status: 200,
        data: { gift_card: { standing: "live", remaining_amount: 500_00, currency_code: "sek", valid_to: null } },
      })
      const wrong = await ask(uuid, "999999")
      expect(wrong.status).toBe(404)
      expect(await ask(randomUUID(), number)).toEqual(wrong)
      expect(await ask(randomUUID(), "999999")).toEqual(wrong)
    })

    it("stops a client and a card after their attempts, for an hour", async () => {
      const { uuid, number } = await soldCard()
      await offer({ attemptsPerCard: 2 })
      await ask(uuid, "1")
      await ask(uuid, "2")
      expect(await ask(uuid, number)).toMatchObject({ status: 429, retryAfter: "3600" })
      await offer({ attemptsPerClient: 4 })
      expect((await ask(randomUUID(), "1")).status).toBe(404)
      expect((await ask(randomUUID(), "1")).status).toBe(429)
      const traces = (await dbConnection.raw("SELECT id, attempts FROM pos_rate_limit ORDER BY id")).rows
      await Promise.all(Array.from({ length: 5 }, async () => ask(randomUUID(), "1")))
      expect((await dbConnection.raw("SELECT id, attempts FROM pos_rate_limit ORDER BY id")).rows).toEqual(traces)
      const { rows } = await dbConnection.raw("SELECT id FROM pos_rate_limit")
      expect(JSON.stringify(rows)).not.toContain("127.0.0.1")
      await dbConnection.raw("UPDATE pos_rate_limit SET window_ends_at = now() - interval '1 minute'")
      expect((await ask(uuid, number)).status).toBe(200)
      await dbConnection.raw("UPDATE pos_rate_limit SET window_ends_at = now() - interval '1 minute'")
      await pruneJob(getContainer())
      expect((await dbConnection.raw("SELECT id FROM pos_rate_limit")).rows).toEqual([])
    })

    it("reads live cards again at night, within the budget, those read longest ago first", async () => {
      const { register, connectionId, uuid } = await soldCard()
      const paid = await register.sell({
        items: [{ type: "custom-amount", name: "Kaffe", amount: 45_00 }],
        payments: [{ method: "gift-card", giftCardUuid: uuid }],
      })
      expect(paid.payments[0]?.type).toBe("GIFTCARD")
      const pos = getContainer().resolve(POS_MODULE)
      const balance = async () => (await pos.listPosGiftCards({ card_uuid: uuid }))[0]?.remaining_amount
      expect(Number(await balance())).toBe(500_00)
      await api.post("/admin/pos/gift-cards", { connection_id: connectionId, card_uuid: randomUUID() }, here.admin)
      await markLiveGiftCards(getContainer())
      const due = await pos.listPosGiftCards({ due_at: { $ne: null } })
      expect(due.map(({ card_uuid }) => card_uuid)).toEqual([uuid])
      await keepFinanceJob(getContainer())
      expect(Number(await balance())).toBe(455_00)
    })
  },
})
