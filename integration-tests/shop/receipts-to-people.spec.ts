import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { createStep, createWorkflow } from "@medusajs/framework/workflows-sdk"
import { posAttachCustomerWorkflow } from "../../src/workflows"
import type { AttachCustomerInput } from "../../src/features/receipts/customer"
import { eventually } from "./support/eventually"
import { textOfPdf } from "./support/ledger/read-pdf"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "receipts-to-people",
  testSuite: ({ api, getContainer }) => {
    const here = useConnectedStore({ api, getContainer })

    /** A sale with everything that a receipt can have: 9.24 of a tip, an öre that the rows leave open, 30 that cash was rounded by. */
    const reportedSale = (change: object = {}) => ({
      source: "POS",
      purchaseUUID1: randomUUID(),
      purchaseNumber: 1_023,
      country: "SE",
      currency: "SEK",
      created: "2026-01-20T23:30:00.000+0000",
      timestamp: "2026-01-20T23:30:00.000+0000",
      taxationMode: "INCLUSIVE",
      userDisplayName: "Åsa Öberg",
      amount: 131_570,
      products: [
        { type: "PRODUCT", name: "Tröja", variantName: "M", quantity: "2", unitPrice: 62_375, vatPercentage: 25 },
        {
          type: "PRODUCT",
          name: "Äpplen 東京",
          quantity: "0.350",
          unitName: "kg",
          unitPrice: 3_990,
          vatPercentage: 12,
        },
        {
          type: "CUSTOM_AMOUNT",
          name: "",
          quantity: "1",
          unitPrice: 5_000,
          vatPercentage: 25.5,
          discountValue: 500,
        },
      ],
      payments: [
        {
          uuid: randomUUID(),
          type: "SERVICE_CARD",
          amount: 121_570,
          gratuityAmount: 924,
          attributes: { cardType: "VISA", maskedPan: "457199******0042" },
        },
        { uuid: randomUUID(), type: "SERVICE_CASH", amount: 10_030 },
      ],
      ...change,
    })

    const mirrored = async (reported: { purchaseUUID1: string }) => {
      expect((await here.fixture.notify("PurchaseCreated", reported)).status).toBe(200)
      await here.fixture.order(reported.purchaseUUID1)
      return here.fixture.receipt(reported.purchaseUUID1)
    }

    const anyStatus = () => ({ ...here.fixture.admin, validateStatus: () => true })

    const paperOf = async (id: string | undefined, query = "") => {
      const answer = await api.get(`/admin/pos/receipts/${id}/document${query}`, {
        ...anyStatus(),
        responseType: "arraybuffer" as const,
      })
      const content = Buffer.from(answer.data)
      return { answer, content, lines: async () => (await textOfPdf(content)).split("\n").map((item) => item.trim()) }
    }

    it("are printed in the store's language, with everything that the register's paper says", async () => {
      const { id } = await mirrored(reportedSale())
      const { answer, lines } = await paperOf(id)
      expect(answer).toMatchObject({
        status: 200,
        headers: { "content-type": "application/pdf", "content-disposition": 'inline; filename="receipt-1023.pdf"' },
      })
      const [shop, ...others] = await lines()
      const plain = others.map((line) => line.replace(/\s/g, " "))
      expect(shop).not.toBe("")
      expect(plain).toEqual([
        "Kvitto 1023",
        "21 jan. 2026 00:30",
        "Du betjänades av Åsa Öberg",
        "Tröja, M 1 247,50",
        "2 × 623,75",
        "Äpplen ?? 13,97",
        "0,350 kg 39,90",
        "Valfritt belopp 45,00",
        "1 × 50,00, Rabatt -5,00",
        "Dricks 9,24",
        "Avrundning och differenser -0,01",
        "Summa SEK 1 315,70",
        "varav moms 12 % 1,50",
        "varav moms 25 % 249,50",
        "varav moms 25,5 % 9,14",
        "Kort VISA ···· 0042 1 215,70",
        "Kontant 100,30",
        "Öresavrundning 0,30",
      ])
    })

    it("name the merchant as far as the POS does, also after the profile has changed", async () => {
      await here.fixture.posDriver.editProfile({
        legalName: "Öberg Handel AB",
        legalEntityNr: "556000-0000",
        address: "Storgatan 1",
        zipCode: "111 22",
        city: "Stockholm",
        phoneNumber: "+46812345678",
      })
      const stored = async () => (await here.fixture.pos.findConnection(here.fixture.connectionId)).merchant_details
      await eventually(async () => expect(await stored()).toMatchObject({ phone: "+46812345678" }))
      const { id } = await mirrored(reportedSale())
      expect((await (await paperOf(id)).lines()).slice(1, 7)).toEqual([
        "Öberg Handel AB",
        "Storgatan 1",
        "111 22 Stockholm",
        "+46812345678",
        "Org.nr 556000-0000",
        "Kvitto 1023",
      ])
      await here.fixture.posDriver.editProfile({ phoneNumber: null })
      await eventually(async () => expect(await stored()).toMatchObject({ phone: null, legal_name: "Öberg Handel AB" }))
      expect(await (await paperOf(id)).lines()).not.toContain("+46812345678")
    })

    it.each([
      ["en", "Receipt 1023", "Total SEK 1 315,70", "Rounding 0,30"],
      ["fi", "Kuitti 1023", "Yhteensä SEK 1 315,70", "Pyöristys 0,30"],
      ["fr", "Ticket 1023", "Total SEK 1 315,70", "Arrondis 0,30"],
    ])("are printed in %s for whom that is asked", async (language, title, total, rounding) => {
      const { id } = await mirrored(reportedSale())
      const { lines } = await paperOf(id, `?language=${language}`)
      const plain = (await lines()).map((line) => line.replace(/\s/g, " "))
      expect(plain).toEqual(expect.arrayContaining([title, total, rounding]))
    })

    it("name what they refund, ask to be printed when they shall, and stay on one page a line however long they are", async () => {
      const row = { type: "PRODUCT", quantity: "1", unitPrice: 100, vatPercentage: 25 }
      const products = Array.from({ length: 120 }, (_, index) => ({ ...row, name: `Kola ${index} å la 東京` }))
      const payments = [{ uuid: randomUUID(), type: "SERVICE_CASH", amount: 12_000 }]
      const sale = reportedSale({ products, payments, amount: 12_000 })
      const { id } = await mirrored(sale)
      const { lines, content } = await paperOf(id, "?print=true&language=en")
      expect(content.toString("latin1")).toContain("(this.print")
      const named = (await lines()).flatMap((line) => /^(Kola \d+) .* 1,00$/.exec(line)?.[1] ?? [])
      expect(named).toEqual(products.map((_, index) => `Kola ${index}`))
      const refund = {
        ...sale,
        purchaseUUID1: randomUUID(),
        purchaseNumber: 1_024,
        amount: -100,
        refund: true,
        refundsPurchaseUUID1: sale.purchaseUUID1,
        products: [{ ...products[0], quantity: "-1" }],
        payments: [{ ...payments[0], uuid: randomUUID(), amount: -100 }],
      }
      const back = await paperOf((await mirrored(refund)).id, "?language=sv")
      expect(back.content.toString("latin1")).not.toContain("(this.print")
      expect(await back.lines()).toEqual(
        expect.arrayContaining(["Återbetalning 1024", "Återbetalar detta kvitto: 1023", "Summa SEK -1,00"])
      )
    })

    it.each([
      ["posrec_none", "", 404],
      [null, "?language=tlh", 400],
    ])("say what is wrong: receipt %p%s is a %d", async (named, query, status) => {
      const { id } = await mirrored(reportedSale())
      expect((await paperOf(named ?? id, query)).answer.status).toBe(status)
    })

    describe("belong to a customer:", () => {
      const customers = () => getContainer().resolve(Modules.CUSTOMER)

      /** A customer with an account, and a guest who once ordered with the same address. */
      const customer = async (name: string) => {
        const email = `${name}-${randomUUID()}@example.se`
        const of = { email, first_name: "Åsa", last_name: "Öberg 東京" }
        const [, withAccount] = await customers().createCustomers([of, { ...of, has_account: true }])
        return { id: withAccount?.id ?? "", email }
      }

      const attach = async (id: string | undefined, body: object) =>
        api.post(`/admin/pos/receipts/${id}/customer`, body, anyStatus())

      /** Whose the order is, and which receipts a customer has, as Medusa says it. */
      const ownerOf = async (id: string | undefined) => {
        const { order } = await here.fixture.get<{ order: { customer_id: string | null; email: string | null } }>(
          `/admin/orders/${id}?fields=customer_id,email`
        )
        return { customer_id: order.customer_id, email: order.email }
      }

      const boughtBy = async (customerId: string) => {
        const { orders } = await here.fixture.get<{ orders: { id: string }[] }>(
          `/admin/orders?customer_id=${customerId}`
        )
        return orders.map(({ id }) => id)
      }

      it("by hand, shown on the customer's page, once, and published to the store's own code", async () => {
        const { id, order_id } = await mirrored(reportedSale())
        const åsa = await customer("asa")
        const { data, status } = await attach(id, { customer_id: åsa.id })
        expect({ status, customer: data.receipt.customer }).toEqual({
          status: 200,
          customer: { id: åsa.id, email: åsa.email, first_name: "Åsa", last_name: "Öberg 東京", has_account: true },
        })
        expect(await ownerOf(order_id)).toEqual({ customer_id: åsa.id, email: åsa.email })
        expect(await boughtBy(åsa.id)).toEqual([order_id])
        expect((await attach(id, { email: åsa.email.toUpperCase() })).status).toBe(200)
        const changes = await getContainer()
          .resolve(Modules.ORDER)
          .listOrderChanges({ order_id }, { relations: ["actions"] })
        expect(changes.map(({ change_type, actions }) => [change_type, actions[0]?.details])).toEqual([
          ["update_order", { type: "email", old: null, new: åsa.email }],
        ])
        const { activities } = await here.fixture.get<{ activities: object[] }>(
          "/admin/pos/activities?kind=attach-customer"
        )
        expect(activities[1]).toMatchObject({ state: "done", asked: { receipt_id: id, customer_id: åsa.id } })
      })

      it("by e-mail, the one with an account; a guest where nobody has the address", async () => {
        const [known, unknown] = [
          await mirrored(reportedSale()),
          await mirrored(reportedSale({ purchaseNumber: 1_030 })),
        ]
        const zoë = await customer("zoe")
        expect((await attach(known.id, { email: zoë.email })).data.receipt.customer.id).toBe(zoë.id)
        const email = `ny-${randomUUID()}@example.jp`
        const { data } = await attach(unknown.id, { email })
        expect(data.receipt.customer).toMatchObject({ email, has_account: false })
        expect(await customers().listCustomers({ email })).toHaveLength(1)
      })

      it("only when it is meant another's", async () => {
        const { id, order_id } = await mirrored(reportedSale())
        const [first, second] = [await customer("forst"), await customer("sedan")]
        await attach(id, { customer_id: first.id })
        const refused = await attach(id, { email: second.email })
        expect({ status: refused.status, message: refused.data.message }).toEqual({
          status: 400,
          message: expect.stringContaining(`Receipt 1023 belongs to ${first.email} already.`),
        })
        expect(await ownerOf(order_id)).toMatchObject({ customer_id: first.id })
        expect((await attach(id, { customer_id: second.id, replace: true })).status).toBe(200)
        expect([await boughtBy(first.id), await boughtBy(second.id)]).toEqual([[], [order_id]])
      })

      it("until they are detached again, which says who did it", async () => {
        const { id, order_id } = await mirrored(reportedSale())
        const zoë = await customer("zoe")
        await attach(id, { customer_id: zoë.id })
        const detach = async (of = id) => api.delete(`/admin/pos/receipts/${of}/customer`, anyStatus())
        const { status, data } = await detach()
        expect({ status, customer: data.receipt.customer }).toEqual({ status: 200, customer: null })
        expect(await ownerOf(order_id)).toEqual({ customer_id: null, email: null })
        expect(await boughtBy(zoë.id)).toEqual([])
        // Nobody's stays nobody's, and it can be given to somebody again, without `replace`.
        expect((await detach()).status).toBe(200)
        expect((await detach("posrec_none")).status).toBe(404)
        const changes = await getContainer()
          .resolve(Modules.ORDER)
          .listOrderChanges({ order_id }, { relations: ["actions"] })
        expect(changes.map(({ actions }) => actions[0]?.details)).toEqual(
          expect.arrayContaining([{ type: "email", old: zoë.email, new: null }])
        )
        expect(changes).toHaveLength(2)
        const { activities } = await here.fixture.get<{ activities: object[] }>(
          "/admin/pos/activities?kind=detach-customer"
        )
        expect(activities.at(-1)).toMatchObject({ state: "done", asked: { receipt_id: id } })
        expect((await attach(id, { customer_id: zoë.id })).status).toBe(200)
      })

      it("still after a refund, and after all of it came once more", async () => {
        const sale = reportedSale()
        const { id, order_id } = await mirrored(sale)
        const li = await customer("li")
        await attach(id, { customer_id: li.id })
        const refund = {
          ...sale,
          purchaseUUID1: randomUUID(),
          purchaseNumber: 1_024,
          amount: -62_375,
          refund: true,
          refundsPurchaseUUID1: sale.purchaseUUID1,
          products: [{ ...sale.products[0], quantity: "-1" }],
          payments: [{ uuid: randomUUID(), type: "SERVICE_CASH", amount: -62_375 }],
        }
        const back = await mirrored(refund)
        expect(back).toMatchObject({ state: "mirrored", order_id })
        const orderOf = async () => {
          const { version, total, returns } = await here.fixture.order(sale.purchaseUUID1)
          return { version, total, returns: returns.length }
        }
        const refunded = await orderOf()
        expect(refunded).toMatchObject({ total: 691.95, returns: 1 })
        await mirrored(sale)
        await mirrored(refund)
        expect(await ownerOf(order_id)).toEqual({ customer_id: li.id, email: li.email })
        expect((await here.fixture.get<{ receipt: object }>(`/admin/pos/receipts/${back.id}`)).receipt).toMatchObject({
          customer: { id: li.id },
        })
        expect(await orderOf()).toEqual(refunded)
      })

      it("not while it has no order, nor to whom there is not", async () => {
        const sale = reportedSale()
        const refund = { ...sale, refund: true, refundsPurchaseUUID1: randomUUID(), purchaseUUID1: randomUUID() }
        expect((await here.fixture.notify("PurchaseCreated", { ...refund, amount: -131_570 })).status).toBe(200)
        await eventually(async () => here.fixture.receipt(refund.purchaseUUID1))
        const pending = await here.fixture.receipt(refund.purchaseUUID1)
        const { id } = await mirrored(sale)
        const answers = [
          await attach(pending.id, { email: "li@example.se" }),
          await attach(id, { customer_id: "cus_none" }),
          await attach("posrec_none", { email: "li@example.se" }),
          await attach(id, { email: "li@" }),
          await attach(id, { email: "li@example.se", customer_id: "cus_none" }),
          await attach(id, {}),
        ]
        expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 400, 400, 400])
        expect(answers[0]?.data.message).toContain("has no order in the store yet")
        expect(await customers().listCustomers({ email: "li@example.se" })).toEqual([])
      })

      it("nobody's again, and nobody new, when what comes after it fails", async () => {
        const { id, order_id } = await mirrored(reportedSale())
        const email = `angrad-${randomUUID()}@example.se`
        const fails = createStep("fails-after-attaching", async () => {
          throw new Error("the register's drawer jams")
        })
        const attachAndFail = createWorkflow(`attach-and-fail-${randomUUID()}`, (input: AttachCustomerInput) => {
          posAttachCustomerWorkflow.runAsStep({ input })
          fails()
        })
        const { errors } = await attachAndFail(getContainer()).run({
          input: { receipt_id: id ?? "", email },
          throwOnError: false,
        })
        expect(errors).toHaveLength(1)
        expect(await ownerOf(order_id)).toEqual({ customer_id: null, email: null })
        expect(await customers().listCustomers({ email })).toEqual([])
        expect(await getContainer().resolve(Modules.ORDER).listOrderChanges({ order_id })).toEqual([])
      })
    })
  },
})
