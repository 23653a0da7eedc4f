import { v1 as uuidVersion1 } from "uuid"
import { POS_MODULE } from "../../src/modules/pos"
import { describeCatalogList } from "./support/catalog-cases"
import { eventually } from "./support/eventually"
import { PushFixture } from "./support/push-fixture"
import { createSimpleProducts } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

type Entry = { id: string; title: string; action: string; matched_by: string | null; reason: string | null }

storeSuite({
  moduleName: "push-plan",
  testSuite: ({ api, getContainer }) => {
    const here = usePushStore({ api, getContainer })

    beforeAll(async () => {
      await createSimpleProducts(getContainer(), here.shop, ["Kopp", "Fat", "Skål", "Tvilling"])
    })

    const price = { amount: 9_900, currencyId: "SEK" }
    const atPos = (name: string, change: object = {}, variant: object = {}) => ({
      uuid: uuidVersion1(),
      name,
      variants: [{ uuid: uuidVersion1(), price, ...variant }],
      ...change,
    })

    /** A register that was used for years: the same goods under other names, with colours of its own, and unlinked products. */
    const fullLibrary = () => [
      {
        ...atPos("Stickad tröja", { presentation: { backgroundColor: "#aa0000" } }),
        variants: ["M", "L"].map((size) => ({
          uuid: uuidVersion1(),
          sku: `TROJA-${size}`,
          name: `Stl ${size}`,
          price,
        })),
      },
      atPos(" KOPP "),
      atPos("Fat, blått", { externalReference: "fat" }),
      atPos("Tvilling"),
      atPos("Tvilling"),
      atPos("Bara i kassan"),
    ]

    const open = async (products: object[]) => here.connect({ products })

    const planOf = async (fixture: PushFixture) =>
      (await api.get(`/admin/pos/connections/${fixture.connectionId}/plan`, here.admin)).data.plan

    const entriesOf = async (planId: string): Promise<Entry[]> =>
      (await api.get(`/admin/pos/plans/${planId}/entries?limit=100`, here.admin)).data.entries

    it("matches by external reference, SKU, barcode and name, and writes nothing before it is applied", async () => {
      const products = fullLibrary()
      const fixture = await open(products)
      const plan = await planOf(fixture)
      expect(plan).toMatchObject({ state: "draft", pos_total: 6, entries: { link: 3, conflict: 1, create: 3 } })
      const entries = new Map((await entriesOf(plan.id)).map((entry) => [entry.title, entry]))
      expect(entries.get("Tröja")).toMatchObject({ action: "link", matched_by: "sku" })
      expect(entries.get("Fat")).toMatchObject({ action: "link", matched_by: "external_reference" })
      expect(entries.get("Kopp")).toMatchObject({ action: "link", matched_by: "name" })
      expect(entries.get("Tvilling")).toMatchObject({ action: "conflict", reason: expect.stringContaining("Several") })
      expect(entries.get("Skål")).toMatchObject({ action: "create" })
      const refused = await api.post(
        `/admin/pos/connections/${fixture.connectionId}/push`,
        {},
        { ...here.admin, validateStatus: () => true }
      )
      expect(refused).toMatchObject({ status: 400, data: { message: expect.stringContaining("plan") } })
      expect((await fixture.products()).map(({ uuid, name }) => ({ uuid, name }))).toEqual(
        products.map(({ uuid, name }) => ({ uuid, name }))
      )
      expect(await fixture.links()).toEqual([])
    })

    it("links what is the same under the POS's own UUIDs, creates the rest, and leaves unlinked products alone", async () => {
      const products = fullLibrary()
      const fixture = await open(products)
      const plan = await planOf(fixture)
      const entries = await entriesOf(plan.id)
      const idOf = (title: string) => entries.find((entry) => entry.title === title)?.id
      const twin = products[3]
      await api.post(
        `/admin/pos/plans/${plan.id}/entries`,
        {
          entries: [
            { id: idOf("Tvilling"), action: "link", product_uuid: twin?.uuid },
            { id: idOf("Skål"), action: "ignore" },
          ],
        },
        here.admin
      )
      const { data } = await api.post(`/admin/pos/plans/${plan.id}/apply`, {}, here.admin)
      expect(data.applied).toEqual({ linked: 4, created: 2, left_out: 1 })
      await fixture.finished(data.run_id)
      const now = await fixture.products()
      expect(now.map(({ name }) => name).sort()).toEqual(
        ["Bara i kassan", "Fat", "Kopp", "Tröja", "Tvilling", "Tvilling", "Äpplen"].sort()
      )
      const sweater = now.find(({ name }) => name === "Tröja")
      const [before] = products
      expect(sweater).toMatchObject({
        uuid: before?.uuid,
        presentation: { backgroundColor: "#aa0000" },
        externalReference: "tröja",
        category: { name: "Kläder" },
      })
      expect(sweater?.variants?.map(({ uuid }) => uuid).sort()).toEqual(before?.variants.map(({ uuid }) => uuid).sort())
      await eventually(async () => {
        expect((await fixture.links("&state=excluded")).length).toBe(1)
      })
      const again = await api.post(
        `/admin/pos/plans/${plan.id}/apply`,
        {},
        { ...here.admin, validateStatus: () => true }
      )
      expect(again.status).toBe(400)
    })

    it("[D21] links no two products to one at the POS, and none to what is not there", async () => {
      const products = fullLibrary()
      const fixture = await open(products)
      const plan = await planOf(fixture)
      const entries = await entriesOf(plan.id)
      const entryOf = (title: string) => entries.find((entry) => entry.title === title)
      const [sweater, cup, , twin] = products
      const decide = async (...decisions: { title: string; product_uuid?: string | undefined }[]) =>
        api.post(
          `/admin/pos/plans/${plan.id}/entries`,
          {
            entries: decisions.map(({ title, product_uuid }) => ({
              id: entryOf(title)?.id,
              action: "link",
              ...(product_uuid ? { product_uuid } : {}),
            })),
          },
          { ...here.admin, validateStatus: () => true }
        )
      const both = await decide(
        { title: "Tvilling", product_uuid: twin?.uuid },
        { title: "Skål", product_uuid: twin?.uuid }
      )
      expect([both.status, both.data.message]).toEqual([
        400,
        expect.stringMatching(/‘(Skål|Tvilling)’ and ‘(Skål|Tvilling)’/),
      ])
      expect(await decide({ title: "Skål" })).toMatchObject({ status: 400 })
      expect(await decide({ title: "Skål", product_uuid: uuidVersion1() })).toMatchObject({ status: 400 })
      expect(await decide({ title: "Skål", product_uuid: sweater?.uuid })).toMatchObject({
        status: 400,
        data: { message: expect.stringContaining("‘Tröja’") },
      })
      expect((await entriesOf(plan.id)).find(({ title }) => title === "Skål")).toMatchObject({ action: "create" })
      const swapped = await decide(
        { title: "Tröja", product_uuid: cup?.uuid },
        { title: "Kopp", product_uuid: sweater?.uuid }
      )
      expect(swapped.status).toBe(200)
      expect((await decide({ title: "Tvilling", product_uuid: twin?.uuid })).status).toBe(200)
      // As an earlier version may have stored it.
      const pos = getContainer().resolve(POS_MODULE)
      await pos.updatePosPlanEntries({ id: entryOf("Skål")?.id ?? "", action: "link", product_uuid: twin?.uuid ?? "" })
      const refused = await api.post(
        `/admin/pos/plans/${plan.id}/apply`,
        {},
        { ...here.admin, validateStatus: () => true }
      )
      expect(refused).toMatchObject({ status: 400, data: { message: expect.stringContaining("‘Skål’") } })
      expect(await fixture.links()).toEqual([])
    })

    it("needs no plan on an empty POS", async () => {
      const fixture = await open([])
      expect(await planOf(fixture)).toBeNull()
      await fixture.settled()
      expect(await fixture.names()).toContain("Tröja")
      const pos = getContainer().resolve(POS_MODULE)
      expect((await pos.findConnection(fixture.connectionId)).push_held).toBe(false)
    })

    describeCatalogList(here, { api, getContainer })
  },
})
