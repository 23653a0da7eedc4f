import { randomUUID } from "node:crypto"
import keepFinanceJob from "../../src/jobs/pos-finance"
import { markLiveGiftCards } from "../../src/features/gift-cards/read-cards"
import { claimDueCards, recordCardReadings } from "../../src/features/gift-cards/store"
import { POS_MODULE } from "../../src/modules/pos"
import { createClaim } from "../../src/modules/pos/queue-policies"
import { merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

type Touch = { card_uuid: string; amount: number; kind: string }

storeSuite({
  moduleName: "finance-gift-cards",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })

    const { connect, mirror, mirrorAll } = merchantOf(() => ({ api, ...here, container: getContainer() }))

    const get = async (path: string) => (await api.get(`/admin/pos/${path}`, here.admin)).data

    const count = async (table: string) => {
      const { rows } = await dbConnection.raw("SELECT count(*)::int AS count FROM ??", [table])
      return rows[0].count
    }

    it("knows gift cards from receipts, follows their balance, and sums what is owed", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const sold = await register.sell({
        items: [
          { type: "gift-card", amount: 500_00, validYears: 2 },
          { type: "gift-card", amount: 200_00, validYears: null },
          { type: "gift-card", amount: 100_00 },
        ],
      })
      const [first, forever, refunded] = sold.products.map(({ details }) => details?.giftcardUuid ?? "")
      const alone = await register.sell({ items: [{ type: "gift-card", amount: 50_00 }] })
      const paid = await register.sell({
        items: [{ type: "custom-amount", name: "Lampa", amount: 150_00 }],
        payments: [{ method: "gift-card", giftCardUuid: first, amount: 100_00 }, { method: "card" }],
      })
      const back = await register.refund(alone.purchaseUUID1)
      await mirror(connectionId, [sold, alone, paid, back])
      await keepFinanceJob(getContainer())
      const { gift_cards: cards } = await get(`gift-cards?connection_id=${connectionId}&order=-remaining_amount`)
      const byUuid = new Map(cards.map((card: { card_uuid: string }) => [card.card_uuid, card]))
      expect(byUuid.get(first)).toMatchObject({ standing: "live", initial_amount: 500_00, remaining_amount: 400_00 })
      expect(byUuid.get(forever)).toMatchObject({ standing: "live", valid_to: null, remaining_amount: 200_00 })
      // Sold is not used.
      expect(byUuid.get(first)).toMatchObject({ used_at: new Date(String(paid.created)).toISOString() })
      expect(byUuid.get(forever)).toMatchObject({ used_at: null, touched_at: expect.any(String) })
      expect(byUuid.get(refunded)).toMatchObject({ standing: "live", currency_code: "sek" })
      expect(byUuid.get(alone.products[0]?.details?.giftcardUuid)).toMatchObject({ standing: "refunded" })

      const { liability } = await get(`gift-cards/liability?connection_id=${connectionId}`)
      const owed = (await register.giftCards()).reduce((sum, { remainingAmount }) => sum + remainingAmount, 0)
      expect(liability.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(owed)
      expect(liability.at(-1)).toMatchObject({ currency_code: "sek", month: null, cards: 1, amount: 200_00 })

      const known = cards.find(({ card_uuid }: { card_uuid: string }) => card_uuid === first)
      const again = await register.sell({
        items: [{ type: "custom-amount", name: "Lampa", amount: 400_00 }],
        payments: [{ method: "gift-card", giftCardUuid: first }],
      })
      await mirror(connectionId, [again])
      await dbConnection.raw("UPDATE pos_gift_card SET read_at = now() - interval '1 day'")
      const { gift_card: looked } = await get(`gift-cards/${known.id}`)
      expect(looked).toMatchObject({ standing: "used-up", remaining_amount: 0 })
      await keepFinanceJob(getContainer())
      const { touches } = await get(`gift-cards/${looked.id}`)
      expect(touches.map(({ kind, amount }: { kind: string; amount: number }) => ({ kind, amount }))).toEqual([
        { kind: "sold", amount: 500_00 },
        { kind: "paid", amount: 100_00 },
        { kind: "paid", amount: 400_00 },
      ])

      const unknownUuid = randomUUID()
      const body = { connection_id: connectionId, card_uuid: unknownUuid }
      const { data } = await api.post("/admin/pos/gift-cards", body, here.admin)
      expect(data.gift_card).toMatchObject({ card_uuid: unknownUuid, standing: "unknown" })
    })

    it("[D154] counts the gift cards of a row in each way in which the POS may write a quantity", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const sold = await register.sell({ items: [{ type: "gift-card", amount: 100_00 }] })
      const quantities = ["1", "+2", ".5", "3.", "1E+1", "-1e1", "0.02E2"]
      const products = quantities.flatMap((quantity) =>
        sold.products.map((row) => ({ ...row, quantity, details: { giftcardUuid: randomUUID() } }))
      )
      await mirror(connectionId, [{ ...sold, products }])
      await keepFinanceJob(getContainer())
      const { rows } = await dbConnection.raw(
        "SELECT card_uuid, amount::int, kind FROM pos_gift_card_transaction WHERE connection_id = ?",
        [connectionId]
      )
      const byCard = new Map(rows.map(({ card_uuid, amount, kind }: Touch) => [card_uuid, [kind, amount]]))
      expect(products.map(({ quantity, details }) => [quantity, byCard.get(details.giftcardUuid)])).toEqual([
        ["1", ["sold", 100_00]],
        ["+2", ["sold", 200_00]],
        [".5", ["sold", 50_00]],
        ["3.", ["sold", 300_00]],
        ["1E+1", ["sold", 1_000_00]],
        ["-1e1", ["refunded", -1_000_00]],
        ["0.02E2", ["sold", 200_00]],
      ])
    })

    it("[D133] reads a card again that was used while it was being read", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const sold = await register.sell({ items: [{ type: "gift-card", amount: 500_00, validYears: 2 }] })
      await mirror(connectionId, [sold])
      await keepFinanceJob(getContainer())
      const pos = getContainer().resolve(POS_MODULE)
      const token = randomUUID()
      const [card] = await pos.listPosGiftCards({ connection_id: connectionId })
      const { id = "", remaining_amount } = card ?? {}
      // As the step that reads cards: it claims the card, and stores the answer of the POS.
      await pos.query((sql, now) =>
        claimDueCards(sql, { ...createClaim("giftCards", token, now), connectionId, ids: [id], limit: 1 })
      )
      const used = await register.sell({
        items: [{ type: "custom-amount", name: "Lampa", amount: 150_00 }],
        payments: [{ method: "gift-card", giftCardUuid: sold.products[0]?.details?.giftcardUuid ?? "" }],
      })
      await mirror(connectionId, [used])
      await keepFinanceJob(getContainer())
      const known = { state: "known", created_on: "2026-01-01", valid_to: null, initial: 500_00 } as const
      await pos.query((sql, now) => recordCardReadings(sql, now, token, [{ ...known, id, remaining: 500_00 }]))
      expect(Number(remaining_amount)).toBe(500_00)
      await keepFinanceJob(getContainer())
      const { gift_card: read } = await get(`gift-cards/${id}`)
      expect(read).toMatchObject({ standing: "live", remaining_amount: 350_00 })
    })

    it("[D81] keeps what a card had while the POS answers 404, and reads it again every night", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const read = await register.sell({ items: [{ type: "gift-card", amount: 500_00, validYears: 2 }] })
      await mirror(connectionId, [read])
      await keepFinanceJob(getContainer())
      const night = async () => {
        await markLiveGiftCards(getContainer())
        await keepFinanceJob(getContainer())
      }
      const cards = async () => {
        const { gift_cards } = await get(`gift-cards?connection_id=${connectionId}&order=touched_at`)
        return gift_cards.map(({ standing, remaining_amount, read_error }: Record<string, unknown>) => ({
          standing,
          remaining_amount,
          read_error,
        }))
      }
      const owed = async () => {
        const { liability } = await get(`gift-cards/liability?connection_id=${connectionId}`)
        return liability.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
      }
      const issues = async () => {
        const { issues } = await get("issues")
        return issues.filter(({ kind }: { kind: string }) => kind === "gift_cards_missing")
      }
      const repair = await register.breakGiftCards({ kind: "status", status: 404 })
      try {
        // Sold while the POS knows none of its cards.
        await mirror(connectionId, [await register.sell({ items: [{ type: "gift-card", amount: 200_00 }] })])
        await night()
        const read_error = expect.stringContaining("does not know the gift card")
        const missing = [
          { standing: "live", remaining_amount: 500_00, read_error },
          { standing: "unread", remaining_amount: null, read_error },
        ]
        expect(await cards()).toEqual(missing)
        expect(await owed()).toBe(500_00)
        expect(await issues()).toEqual([])
        await dbConnection.raw("UPDATE pos_gift_card SET missing_since = missing_since - interval '4 days'")
        await night()
        expect(await cards()).toEqual(missing)
        expect(await issues()).toMatchObject([{ connection_id: connectionId, count: 2 }])
        // As a version left them that took any 404 for the truth.
        await dbConnection.raw("UPDATE pos_gift_card SET state = 'unknown', missing_since = NULL, read_error = NULL")
      } finally {
        await repair()
      }
      await night()
      expect(await cards()).toEqual([
        { standing: "live", remaining_amount: 500_00, read_error: null },
        { standing: "live", remaining_amount: 200_00, read_error: null },
      ])
      expect(await owed()).toBe(700_00)
      expect(await issues()).toEqual([])
    })

    it("takes every receipt over once, however often the job runs", async () => {
      const register = await Register.open()
      await register.seed(120, 30)
      const connectionId = await connect(register)
      await mirrorAll(connectionId)
      await Promise.all([keepFinanceJob(getContainer()), keepFinanceJob(getContainer())])
      const [payments, touches, cards] = await Promise.all(
        ["pos_receipt_payment", "pos_gift_card_transaction", "pos_gift_card"].map(count)
      )
      const { rows } = await dbConnection.raw(
        `SELECT sum(jsonb_array_length(payload->'payments'))::int AS payments FROM pos_receipt`
      )
      expect(payments).toBe(rows[0].payments)
      await dbConnection.raw("UPDATE pos_receipt SET payments_extracted_at = NULL")
      await keepFinanceJob(getContainer())
      expect(
        await Promise.all(["pos_receipt_payment", "pos_gift_card_transaction", "pos_gift_card"].map(count))
      ).toEqual([payments, touches, cards])
    })
  },
})
