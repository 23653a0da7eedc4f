import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const REASON = "Hyrvara, säljs aldrig i kassan — 東京"

/** More than the POS accepts as a name. */
const TOO_LONG = "å".repeat(300)

const linkSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  title: z.string().nullable(),
  state: z.string(),
  rejection: z.string().nullable(),
  dismissed: z.boolean(),
  dismissal_reason: z.string().nullable(),
  variants: z.array(z.object({ variant_id: z.string() })),
})

storeSuite({
  moduleName: "dismissed-products",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const links = async () => {
      const path = `/admin/pos/product-links?connection_id=${here.fixture.connectionId}`
      return z.array(linkSchema).parse((await here.fixture.get<{ product_links: unknown }>(path)).product_links)
    }

    const linkOf = async (title: string) => linkSchema.parse((await links()).find((link) => link.title === title))

    /** The product that has no price in SEK. */
    const unpriced = async () => linkOf("Utan pris")

    const post = async (path: string, body: object) =>
      api.post(
        `/admin/pos/product-links/${path}`,
        { connection_id: here.fixture.connectionId, ...body },
        { ...here.fixture.admin, validateStatus: () => true }
      )

    /** How many products the store says that a person should look at. */
    const countIssues = async () => {
      const { issues } = await here.fixture.get<{ issues: { kind: string; count: number }[] }>("/admin/pos/issues")
      return issues.find(({ kind }) => kind === "rejected_products")?.count ?? 0
    }

    it("are no issue while they are rejected for the same reason", async () => {
      const { id, product_id, rejection } = await unpriced()
      expect(await countIssues()).toBe(1)
      // Only what is rejected can be dismissed.
      expect((await post("dismiss", { ids: [(await linkOf("Äpplen")).id] })).data).toEqual({ dismissed: 0 })
      expect((await post("dismiss", { ids: [id], reason: ` ${REASON} ` })).data).toEqual({ dismissed: 1 })
      const dismissed = { state: "rejected", rejection, dismissed: true, dismissal_reason: REASON }
      expect(await unpriced()).toMatchObject(dismissed)
      expect(await countIssues()).toBe(0)
      // Sent again, it is rejected for the same reason.
      expect((await post("push", { product_ids: [product_id] })).status).toBe(202)
      await eventually(async () => expect(await unpriced()).toMatchObject(dismissed))
      expect(await countIssues()).toBe(0)
      const { activities } = await here.fixture.get<{ activities: { kind: string; asked: object }[] }>(
        `/admin/pos/activities?connection_id=${here.fixture.connectionId}`
      )
      expect(activities.filter(({ kind }) => kind === "dismiss-products").map(({ asked }) => asked)).toEqual([
        expect.objectContaining({ reason: REASON }),
        expect.not.objectContaining({ reason: REASON }),
      ])
    })

    it("name no former reason while they wait to be sent again", async () => {
      const { id, product_id } = await unpriced()
      const pos = getContainer().resolve(POS_MODULE)
      await pos.updatePosConnections({ id: here.fixture.connectionId, state: "paused" })
      const { revision } = await pos.retrievePosProductLink(id)
      await pos.updatePosProductLinks({ id, revision: revision + 1 })
      expect(await unpriced()).toMatchObject({ state: "pending", rejection: null })
      const unlisted = async () => {
        const path = `/admin/pos/connections/${here.fixture.connectionId}/unlisted-products`
        const { unlisted_products } = await here.fixture.get<{ unlisted_products: { product_id: string }[] }>(path)
        return unlisted_products.find((product) => product.product_id === product_id)
      }
      expect(await unlisted()).toMatchObject({ reason: "waiting", error: null })
      // What the attempts since then failed with is said.
      const next_attempt_at = new Date(Date.now() + 60_000)
      await pos.updatePosProductLinks({ id, rejection: "The POS does not answer", next_attempt_at })
      expect(await unpriced()).toMatchObject({ state: "pending", rejection: "The POS does not answer" })
      expect(await unlisted()).toMatchObject({ reason: "waiting", error: "The POS does not answer" })
    })

    it("[D161] are dismissed also while they wait to be sent again", async () => {
      const { id, product_id, rejection } = await unpriced()
      const pos = getContainer().resolve(POS_MODULE)
      const { connectionId } = here.fixture
      await pos.updatePosConnections({ id: connectionId, state: "paused" })
      const { revision } = await pos.retrievePosProductLink(id)
      await pos.updatePosProductLinks({ id, revision: revision + 1 })
      expect((await post("dismiss", { ids: [id], reason: REASON })).data).toEqual({ dismissed: 1 })
      await pos.updatePosConnections({ id: connectionId, state: "active" })
      await post("push", { product_ids: [product_id] })
      const dismissed = { state: "rejected", rejection, dismissed: true, dismissal_reason: REASON }
      await eventually(async () => expect(await unpriced()).toMatchObject(dismissed))
      expect(await countIssues()).toBe(0)
    })

    it("[D179] keep their reason, and stay dismissed, when a sync that met an outage is canceled", async () => {
      const { connectionId, posDriver, pos } = here.fixture
      await posDriver.refuseProducts(["Tröja"])
      const { id, product_id } = await linkOf("Tröja")
      const refused = async () => linkSchema.parse((await links()).find((link) => link.id === id))
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: product_id }, update: { description: "Ny" } },
      })
      await eventually(async () => expect(await refused()).toMatchObject({ state: "rejected" }))
      const { rejection } = await refused()
      await post("dismiss", { ids: [id], reason: REASON })
      await dbConnection.raw("UPDATE product SET description = 'Nyare' WHERE title IN ('Tröja', 'Äpplen')")
      await posDriver.fault({ kind: "status", interface: "products", status: 503 })
      const { data } = await api.post(`/admin/pos/connections/${connectionId}/push`, {}, here.fixture.admin)
      for (const title of ["Tröja", "Äpplen"]) {
        await eventually(async () => expect((await linkOf(title)).rejection).toContain("503"))
      }
      // No attempt is under way when it is canceled.
      await pos.updatePosConnections({ id: connectionId, state: "paused" })
      await eventually(async () =>
        expect(await pos.listPosProductLinks({ connection_id: connectionId, claim_token: { $ne: null } })).toEqual([])
      )
      await api.post(`/admin/pos/runs/${data.run_id}/actions`, { action: "cancel" }, here.fixture.admin)
      expect(await linkOf("Äpplen")).toMatchObject({ state: "synced", rejection: null })
      await posDriver.endFaults()
      await api.post(`/admin/pos/connections/${connectionId}/resume`, {}, here.fixture.admin)
      const dismissed = { state: "rejected", rejection, dismissed: true, dismissal_reason: REASON }
      await eventually(async () => expect(await refused()).toMatchObject(dismissed))
      // The one without a price, which nobody has dismissed.
      expect(await countIssues()).toBe(1)
    })

    it("are an issue again when a person undoes it", async () => {
      const { id } = await unpriced()
      const undo = async () => (await post("undo-dismissal", { ids: [id] })).data
      expect(await undo()).toEqual({ undone: 0 })
      await post("dismiss", { ids: [id], reason: REASON })
      expect(await undo()).toEqual({ undone: 1 })
      expect(await unpriced()).toMatchObject({ state: "rejected", dismissed: false, dismissal_reason: null })
      expect(await countIssues()).toBe(1)
    })

    it("are an issue again when they are rejected for another reason, or after the POS had accepted them", async () => {
      const { id, product_id, rejection, variants } = await unpriced()
      const current = async () => linkSchema.parse((await links()).find((link) => link.id === id))
      const change = async (update: { title: string }) =>
        updateProductsWorkflow(getContainer()).run({ input: { selector: { id: product_id }, update } })
      const setPrice = async (amount: number) =>
        updateProductVariantsWorkflow(getContainer()).run({
          input: {
            selector: { id: variants.map(({ variant_id }) => variant_id) },
            update: { prices: [{ amount, currency_code: "sek" }] },
          },
        })
      await post("dismiss", { ids: [id], reason: REASON })
      await change({ title: TOO_LONG })
      await eventually(async () => {
        const link = await current()
        expect(link).toMatchObject({ state: "rejected", dismissed: false, dismissal_reason: null })
        expect(link.rejection).not.toBe(rejection)
      })
      expect(await countIssues()).toBe(1)
      await post("dismiss", { ids: [id] })
      expect(await current()).toMatchObject({ dismissed: true, dismissal_reason: null })
      expect(await countIssues()).toBe(0)
      await change({ title: "Med pris" })
      await setPrice(99.5)
      await eventually(async () => expect(await current()).toMatchObject({ state: "synced", dismissed: false }))
      await change({ title: TOO_LONG })
      await eventually(async () => expect(await current()).toMatchObject({ state: "rejected", dismissed: false }))
      expect(await countIssues()).toBe(1)
    })

    it("[D143] are no issue while their connection is disconnected, since nothing can be sent", async () => {
      expect(await countIssues()).toBe(1)
      const path = `/admin/pos/connections/${here.fixture.connectionId}?data=keep&revoke=false`
      expect((await api.delete(path, here.fixture.admin)).status).toBe(200)
      expect(await countIssues()).toBe(0)
    })

    it("are dismissed with a reason of at most 500 characters, of their own connection only", async () => {
      const { id } = await unpriced()
      for (const reason of ["å".repeat(501), "", "a\u0000b"]) {
        const answer = await post("dismiss", { ids: [id], reason })
        expect({ status: answer.status, code: answer.data.code }).toEqual({ status: 400, code: "pos_request_invalid" })
      }
      expect((await post("dismiss", { connection_id: "poscon_unknown", ids: [id] })).status).toBe(404)
      expect(await unpriced()).toMatchObject({ dismissed: false })
    })
  },
})
