import { Modules } from "@medusajs/framework/utils"
import { parse } from "csv-parse/sync"
import type { Purchase } from "../../src/pos-api/contract"
import { currencyDigits, toColumnText } from "../../src/money/money"
import { userHeaders } from "../../test-support/user-headers"
import { merchantOf } from "./support/ledger/merchant"
import { textOfPdf } from "./support/ledger/read-pdf"
import { Register } from "./support/ledger/register"
import { seedStore, type SeededStoreIds } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

type Figures = { rate: string | null; gross: number; net: number; vat: number }

const TAXATIONS = [
  { currency: "SEK", country: "SE" },
  { currency: "JPY", country: "JP", timeZone: "Asia/Tokyo" },
  { currency: "KWD", country: "KW", timeZone: "Asia/Kuwait" },
  { currency: "EUR", country: "FI", taxationMode: "EXCLUSIVE" },
  { currency: "USD", country: "US", taxationType: "SALES_TAX", taxationMode: "EXCLUSIVE" },
]

const total = (figures: Figures[], column: "gross" | "net" | "vat") =>
  figures.reduce((sum, figure) => sum + figure[column], 0)

/** Figures of several receipts by rate; of what has no rate only what is more than nothing. */
function addUp(figures: Figures[]): Figures[] {
  const byRate = new Map<string | null, Figures>()
  for (const { rate, gross, net, vat } of figures) {
    const known = byRate.get(rate) ?? { rate, gross: 0, net: 0, vat: 0 }
    byRate.set(rate, { rate, gross: known.gross + gross, net: known.net + net, vat: known.vat + vat })
  }
  const order = ({ rate }: Figures) => Number(rate ?? Infinity)
  return [...byRate.values()]
    .filter(({ rate, gross, vat }) => rate !== null || gross !== 0 || vat !== 0)
    .sort((left, right) => order(left) - order(right))
}

storeSuite({
  moduleName: "vat-by-rate",
  testSuite: ({ api, getContainer, dbConnection }) => {
    let shop: SeededStoreIds
    let admin: Awaited<ReturnType<typeof userHeaders>>
    const { connect, mirrorAll } = merchantOf(() => ({ api, admin, shop, container: getContainer() }))

    beforeAll(async () => {
      shop = await seedStore(getContainer())
      admin = await userHeaders(getContainer())
    })

    const get = async (path: string) => (await api.get(`/admin/pos/${path}`, admin)).data

    const fileOf = async (path: string, body: object): Promise<Buffer> => {
      const { data } = await api.post(`/admin/pos/${path}`, body, admin)
      const pdf = await getContainer().resolve(Modules.FILE).getAsBuffer(data.file.id)
      await getContainer().resolve(Modules.FILE).deleteFiles(data.file.id)
      return pdf
    }

    /** A day at the register: seeded sales and refunds, and some with all that changes a tax. */
    const aDay = async (register: Register) => {
      await register.seed(15, 1)
      const items = [
        { type: "custom-amount", name: "Lampa", amount: 12_345, vatPercentage: 25.5 },
        { type: "custom-amount", name: "Äpplen", amount: 1_990, vatPercentage: 12, quantity: "0.350" },
        { type: "custom-amount", name: "東京", amount: 333, vatPercentage: 6, discount: { percentage: 15 } },
        { type: "custom-amount", name: "Frimärken", amount: 1_500, vatPercentage: 0 },
        { type: "gift-card", amount: 50_000 },
      ]
      const serviceCharge = { title: "Leverans", amount: 499, vatPercentage: 25 }
      await register.sell({ items, serviceCharge, tip: 700 })
      const sale = await register.sell({
        items: items.slice(0, 4),
        discounts: [{ name: "Stamkund", percentage: 7 }],
        serviceCharge,
      })
      await register.refund(sale.purchaseUUID1)
    }

    type Mirrored = { receipt: { amount: number; vat_amount: number; sheet: Sheet }; purchase: Purchase }
    type Sheet = {
      tax_by_rate: { percentage: string | null; gross: number; net: number; amount: number }[]
      tax_contradicted: boolean
    }

    const receiptsOf = async (connectionId: string): Promise<Mirrored[]> => {
      const { rows } = await dbConnection.raw("SELECT id, payload FROM pos_receipt WHERE connection_id = ?", [
        connectionId,
      ])
      return Promise.all(
        rows.map(async ({ id, payload }: { id: string; payload: Purchase }) => ({
          receipt: (await get(`receipts/${id}`)).receipt,
          purchase: payload,
        }))
      )
    }

    const figuresOf = ({ tax_by_rate }: Sheet): Figures[] =>
      tax_by_rate.map(({ percentage, gross, net, amount }) => ({ rate: percentage, gross, net, vat: amount }))

    it.each(["spec", "field"] as const)(
      "is the same on receipts, in export, report and PDF (groups: %s)",
      async (dialect) => {
        for (const taxation of TAXATIONS) {
          const register = await Register.open(taxation)
          const regions = getContainer().resolve(Modules.REGION)
          const { currency } = taxation
          shop = { ...shop, regionId: (await regions.createRegions({ name: currency, currency_code: currency })).id }
          await register.groupVatAs(dialect)
          await aDay(register)
          const connectionId = await connect(register)
          await mirrorAll(connectionId)
          // As a version wrote them that did not reckon.
          await dbConnection.raw("UPDATE pos_receipt SET vat_by_rate = NULL WHERE right(id, 1) < 'G'")

          const receipts = await receiptsOf(connectionId)
          expect(receipts.length).toBeGreaterThanOrEqual(18)
          for (const { receipt, purchase } of receipts) {
            const figures = figuresOf(receipt.sheet)
            expect({ gross: total(figures, "gross"), vat: total(figures, "vat") }).toEqual({
              gross: purchase.amount,
              vat: purchase.vatAmount,
            })
            expect(receipt).toMatchObject({ amount: purchase.amount, vat_amount: purchase.vatAmount })
            expect(receipt.sheet.tax_contradicted).toBe(false)
            expectRegisters(figures, purchase)
          }
          const all = addUp(receipts.flatMap(({ receipt }) => figuresOf(receipt.sheet)))

          const [from, to] = [-2, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
          const exported = await fileOf("exports", { connection_id: connectionId, kind: "vat", from, to })
          const rows: Record<"day" | "rate" | "gross" | "net" | "vat", string>[] = parse(exported, {
            bom: true,
            columns: true,
          })
          const minor = (text: string) => Number(text.replace(".", ""))
          const byDay = rows.map(({ day, rate, gross, net, vat }) => ({
            day,
            rate: rate === "" ? null : rate,
            gross: minor(gross),
            net: minor(net),
            vat: minor(vat),
          }))
          expect(addUp(byDay)).toEqual(all)

          for (const date of new Set(byDay.map(({ day }) => day))) {
            const report = await get(`reports/daily?connection_id=${connectionId}&date=${date}`)
            const figures: Figures[] = report.vat.map((part: { vat_amount: number } & Omit<Figures, "vat">) => ({
              rate: part.rate,
              gross: part.gross,
              net: part.net,
              vat: part.vat_amount,
            }))
            expect(figures).toEqual(addUp(byDay.filter(({ day }) => day === date)))
            expect({ gross: total(figures, "gross"), vat: total(figures, "vat") }).toEqual({
              gross: report.totals.gross,
              vat: report.totals.vat,
            })
            const pdf = await textOfPdf(await fileOf("reports/daily", { connection_id: connectionId, date }))
            const money = (amount: number) => toColumnText(amount, taxation.currency)
            for (const { rate, gross, net, vat } of figures) {
              const label = `${rate === null ? "No rate" : `${rate} %`} (gross ${money(gross)}, net ${money(net)})`
              expect(pdf.replace(/\s+/g, " ")).toContain(`${label} ${money(vat)}`)
            }
          }
          expect(currencyDigits(taxation.currency)).toBe(rows[0]?.gross.split(".")[1]?.length ?? 0)
        }
      }
    )

    /** What the register itself grouped, the tax or the turnover; where it shared a discount a row may be a unit off. */
    function expectRegisters(figures: Figures[], { groupedVatAmounts, discounts, products, vatAmount }: Purchase) {
      const groups = Object.entries(groupedVatAmounts ?? {}).map(([rate, amount]) => ({ rate, amount: Number(amount) }))
      expect(groups).not.toEqual([])
      const meaning = groups.reduce((sum, { amount }) => sum + amount, 0) === vatAmount ? "vat" : "gross"
      const tolerance = (discounts ?? []).length > 0 ? products.length : 0
      for (const { rate, amount } of groups) {
        const found = figures.find((figure) => Number(figure.rate ?? NaN) === Number(rate))
        expect(Math.abs((found?.[meaning] ?? 0) - amount)).toBeLessThanOrEqual(tolerance)
      }
    }
  },
})
