import { Modules } from "@medusajs/framework/utils"
import { createOrderWorkflow } from "@medusajs/medusa/core-flows"
import sendDigest from "../../src/jobs/pos-digest"
import { POS_MODULE } from "../../src/modules/pos"
import type { PosOptions } from "../../src/modules/pos/options"
import { fakeNotifications } from "../../test-support/fake-notifications"
import { merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

type Recipient = PosOptions["digest"][number]

const OWNER: Recipient = { channel: "night", to: "ägare@example.com", hour: 7 }

storeSuite({
  moduleName: "digest",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    const { connect } = merchantOf(() => ({ api, ...here, container: getContainer() }))
    let malmo = ""
    let tokyo = ""

    beforeAll(async () => {
      malmo = await connect(await Register.open({ name: "Åsas Butik", timeZone: "Europe/Stockholm" }))
      tokyo = await connect(await Register.open({ name: "東京", timeZone: "Asia/Tokyo" }))
      // The store has no region in yen, and the receipts of the register are all that matters here.
      await getContainer().resolve(POS_MODULE).updatePosConnections({ id: tokyo, currency_code: "jpy" })
    })

    beforeEach(() => {
      fakeNotifications.sent.length = 0
      fakeNotifications.isOut = false
    })
    afterEach(() => jest.restoreAllMocks())

    /** The recipients of the option `digest`, and the time by the plugin's clock. */
    const choose = async (digest: Recipient[], now: string) => {
      const pos = getContainer().resolve(POS_MODULE)
      const options = await pos.getOptions()
      jest.spyOn(pos, "getOptions").mockResolvedValue({ ...options, digest })
      const clock = jest.spyOn(pos, "now").mockResolvedValue(new Date(now))
      return { at: (moment: string) => clock.mockResolvedValue(new Date(moment)) }
    }

    const look = async () => sendDigest(getContainer())

    const sent = () => fakeNotifications.sent.map(({ to, content }) => [to, content?.subject])

    let receipts = 0
    const addReceipt = async (connectionId: string, currency: string, amount: number, soldAt: string) => {
      receipts += 1
      await dbConnection.raw(
        `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, purchase_number, state, amount, raw_amount,
           currency_code, refund, sold_at, payload)
         VALUES (?, ?, ?, ?, 'recorded', ?, '{"value":"0","precision":20}', ?, ?, ?, '{}')`,
        [`posrec_${receipts}`, connectionId, `uuid-${receipts}`, receipts, amount, currency, amount < 0, soldAt]
      )
    }

    it("is off until a recipient is named", async () => {
      await choose([], "2026-11-26T10:00:00Z")
      await look()
      expect(sent()).toEqual([])
      expect(await getContainer().resolve(POS_MODULE).listPosDigests()).toEqual([])
    })

    it("tells of the last whole day of each store, by currency, in the language of each recipient", async () => {
      await addReceipt(malmo, "sek", 249_50, "2026-11-25T08:00:00Z")
      await addReceipt(malmo, "sek", -49_50, "2026-11-25T22:30:00Z")
      await addReceipt(malmo, "sek", 999_00, "2026-11-25T23:30:00Z")
      await addReceipt(malmo, "sek", 999_00, "2026-11-24T22:30:00Z")
      await addReceipt(tokyo, "jpy", 1_980, "2026-11-25T14:30:00Z")
      await addReceipt(tokyo, "jpy", 5_000, "2026-11-25T15:30:00Z")
      const { result: order } = await createOrderWorkflow(getContainer()).run({
        input: {
          region_id: here.shop.regionId,
          currency_code: "sek",
          items: [{ title: "Tröja", quantity: 1, unit_price: 499.5, requires_shipping: false }],
        },
      })
      await dbConnection.raw(`UPDATE "order" SET created_at = '2026-11-25T12:00:00Z' WHERE id = ?`, [order.id])
      await dbConnection.raw(
        `INSERT INTO pos_stock_difference (id, connection_id, variant_link_id, pos_level, cause, state, found_at, resolved_at)
         VALUES ('posdiff_1', ?, 'posvar_1', '3', 'missed', 'gone', '2026-11-24T03:00:00Z', '2026-11-25T03:00:00Z')`,
        [malmo]
      )
      await getContainer().resolve(POS_MODULE).updatePosConnections({ id: tokyo, state: "paused" })
      await choose(
        [
          { ...OWNER, language: "sv", timeZone: "Europe/Stockholm" },
          { ...OWNER, to: "agency@example.com", language: "en", timeZone: "Europe/Stockholm" },
        ],
        "2026-11-26T06:10:00Z"
      )
      await look()
      expect(sent()).toEqual([
        ["ägare@example.com", "Dagens sammanfattning 2026-11-26"],
        ["agency@example.com", "Daily digest of 2026-11-26"],
      ])
      const [swedish, english] = fakeNotifications.sent.map(({ content }) =>
        (content?.text ?? "").replaceAll(/[\u00a0\u202f]/g, " ")
      )
      expect(swedish).toContain(
        "- Åsas Butik, 2026-11-25: 200,00 kr från 1 köp i kassan; inklusive 1 återbetalning på −49,50 kr"
      )
      expect(swedish).toContain("- 東京, 2026-11-25: 1 980 JPY från 1 köp i kassan")
      expect(swedish).toContain("- På nätet, 2026-11-25: 499,50 kr från 1 order")
      expect(swedish).toContain("- Tillsammans: 699,50 kr")
      expect(english).toContain("- Åsas Butik: 1 stock difference ended without a decision")
      expect(english).toContain("- 東京: The connection is paused")
      expect(english).not.toContain("999")
      expect(fakeNotifications.sent[0]).toMatchObject({ template: "pos-digest", channel: "night" })
      expect(fakeNotifications.sent[0]?.content?.html).toContain("<li>Åsas Butik, 2026-11-25")
    })

    it("names the sales of each currency by themselves when an organization got another one", async () => {
      await choose([], "2026-11-26T10:00:00Z")
      await addReceipt(tokyo, "eur", 12_34, "2026-11-25T08:00:00Z")
      await addReceipt(tokyo, "jpy", 1_980, "2026-11-25T09:00:00Z")
      await addReceipt(tokyo, "eur", -2_00, "2026-11-25T10:00:00Z")
      const { data } = await api.get("/admin/pos/digest?language=en", here.admin)
      const text = data.digest.preview.text.replaceAll(/[\u00a0\u202f]/g, " ")
      expect(text).toContain("- 東京, 2026-11-25: 1 980 JP¥ from 1 sale at the register\n")
      expect(text).toContain("- 東京, 2026-11-25: €10.34 from 1 sale at the register; including 1 refund of -€2.00\n")
    })

    it("is sent once a day, by two workers and on days with 23 and 25 hours", async () => {
      const clock = await choose([{ ...OWNER, hour: 2, timeZone: "Europe/Stockholm" }], "2026-03-28T00:59:00Z")
      await look()
      expect(sent()).toEqual([])
      for (const moment of [
        "2026-03-28T01:00:00Z",
        "2026-03-28T12:00:00Z",
        "2026-03-29T00:59:00Z",
        "2026-03-29T01:00:00Z",
        "2026-03-29T02:00:00Z",
        "2026-10-24T00:00:00Z",
        "2026-10-25T00:00:00Z",
        "2026-10-25T01:00:00Z",
        "2026-10-25T22:59:00Z",
      ]) {
        clock.at(moment)
        await Promise.all([look(), look(), look()])
      }
      expect(sent().map(([, subject]) => String(subject).slice(-10))).toEqual([
        "2026-03-28",
        "2026-03-29",
        "2026-10-24",
        "2026-10-25",
      ])
      // What is older than a month is forgotten.
      expect(await getContainer().resolve(POS_MODULE).listPosDigests()).toHaveLength(2)
    })

    it("is not sent again after a process died between sending it and recording that", async () => {
      const clock = await choose([OWNER], "2026-11-26T10:00:00Z")
      await look()
      await dbConnection.raw("UPDATE pos_digest SET sent_at = NULL, claimed_until = '2026-11-26T10:05:00Z'")
      clock.at("2026-11-26T10:04:00Z")
      await look()
      expect((await getContainer().resolve(POS_MODULE).listPosDigests())[0]?.sent_at).toBeNull()
      clock.at("2026-11-26T10:06:00Z")
      await look()
      expect(sent()).toHaveLength(1)
      expect((await getContainer().resolve(POS_MODULE).listPosDigests())[0]?.sent_at).not.toBeNull()
    })

    it("is sent by the next process when the one that claimed it died before", async () => {
      const clock = await choose([OWNER], "2026-11-26T10:00:00Z")
      const notifications = getContainer().resolve(Modules.NOTIFICATION)
      const died = jest.spyOn(notifications, "createNotifications").mockRejectedValueOnce(new Error("killed"))
      await look()
      await dbConnection.raw(
        "UPDATE pos_digest SET failures = 0, failure = NULL, next_attempt_at = NULL, claimed_until = '2026-11-26T10:05:00Z'"
      )
      died.mockRestore()
      clock.at("2026-11-26T10:06:00Z")
      await Promise.all([look(), look()])
      expect(sent()).toHaveLength(1)
    })

    it("is tried again when the provider fails, which the admin shows", async () => {
      const clock = await choose([{ ...OWNER, language: "sv" }], "2026-11-26T10:00:00Z")
      fakeNotifications.isOut = true
      await look()
      const { data } = await api.get("/admin/pos/digest", here.admin)
      expect(data.digest.recipients).toEqual([
        {
          channel: "night",
          to: OWNER.to,
          hour: 7,
          time_zone: "Europe/Stockholm",
          language: "sv",
          last: {
            day: "2026-11-26",
            sent_at: null,
            failure: expect.stringContaining("The notification service is down"),
            next_attempt_at: expect.any(String),
          },
        },
      ])
      const feed = await getContainer().resolve(Modules.NOTIFICATION).listNotifications({ channel: "feed" })
      expect(feed.filter(({ data: line }) => line?.title === "The daily digest was not sent")).toHaveLength(1)
      await look()
      fakeNotifications.isOut = false
      clock.at("2026-11-26T11:00:00Z")
      await look()
      await look()
      expect(sent()).toHaveLength(1)
      const { data: after } = await api.get("/admin/pos/digest", here.admin)
      expect(after.digest.recipients[0].last).toMatchObject({ sent_at: expect.any(String), failure: null })
    })

    it("is shown in the admin as it would be sent now, in any language and without a recipient", async () => {
      await choose([], "2026-11-26T10:00:00Z")
      await addReceipt(malmo, "sek", 249_50, "2026-11-25T08:00:00Z")
      const { data } = await api.get("/admin/pos/digest?language=de", here.admin)
      expect(data.digest).toEqual({
        recipients: [],
        preview: {
          language: "de",
          subject: "Tagesüberblick vom 2026-11-26",
          text: expect.stringContaining("Åsas Butik, 2026-11-25: 249,50"),
        },
      })
      expect((await api.get("/admin/pos/digest", here.admin)).data.digest.preview.language).toBe("sv")
      expect(sent()).toEqual([])
    })
  },
})
