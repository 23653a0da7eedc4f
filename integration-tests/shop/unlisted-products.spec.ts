import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { UNLISTED_REASONS } from "../../src/contract/catalog"
import { POS_MODULE } from "../../src/modules/pos"
import { insertManyProducts } from "../../test-support/many-products"
import { eventually } from "./support/eventually"
import { createSimpleProducts } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { readCatalogBy } from "./support/table-access"
import { usePushStore } from "./support/use-push-store"

const DRAFT = "Utkast 東京"
const EXCLUDED = "Kopp"
const UNANSWERED = "Skål"
const MANY = 5

/** After an error of the POS a connection rests for a minute. */
const AFTER_ERRORS_MS = 300_000

const answerSchema = z.looseObject({
  unlisted_products: z.array(z.looseObject({ title: z.string(), reason: z.string(), error: z.string().nullable() })),
  counts: z.array(z.object({ reason: z.string(), count: z.number() })),
  count: z.number(),
})

storeSuite({
  moduleName: "unlisted-products",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })
    const ids = new Map<string, string>()
    const idOf = (title: string) => ids.get(title) ?? ""
    const pos = () => getContainer().resolve(POS_MODULE)

    beforeAll(async () => {
      await createSimpleProducts(getContainer(), here.shop, [DRAFT, EXCLUDED, UNANSWERED])
      const { rows } = await dbConnection.raw("SELECT id, title FROM product")
      rows.forEach(({ id, title }: { id: string; title: string }) => ids.set(title, id))
      await updateVariant(DRAFT, { sku: "UTK-1" })
      await setStatus(DRAFT, "draft")
      await here.open()
    })

    afterEach(async () => {
      jest.restoreAllMocks()
      await here.fixture.noFaults()
    })

    const updateVariant = async (title: string, update: object) =>
      updateProductVariantsWorkflow(getContainer()).run({ input: { selector: { product_id: idOf(title) }, update } })

    const setStatus = async (title: string, status: "draft" | "published") =>
      updateProductsWorkflow(getContainer()).run({ input: { selector: { id: idOf(title) }, update: { status } } })

    const change = async (path: "inclusion" | "push", title: string, body: object = {}) =>
      api.post(
        `/admin/pos/product-links/${path}`,
        { connection_id: here.fixture.connectionId, product_ids: [idOf(title)], ...body },
        here.admin
      )

    const list = async (query: Record<string, string | number> = {}) => {
      const path = `/admin/pos/connections/${here.fixture.connectionId}/unlisted-products`
      return answerSchema.parse((await api.get(path, { ...here.admin, params: query })).data)
    }

    /** The list, which must be the same by SQL and by Medusa's services, once no push comes between the two. */
    const listByBoth = async (query: Record<string, string | number> = {}) =>
      eventually(async () => {
        await readCatalogBy(pos(), "sql")
        const bySql = await list(query)
        await readCatalogBy(pos(), "services")
        expect(await list(query)).toEqual(bySql)
        jest.restoreAllMocks()
        return bySql
      })

    /** The reasons of all products, by title. */
    const reasons = async () =>
      Object.fromEntries((await listByBoth()).unlisted_products.map(({ title, reason }) => [title, reason]))

    /** Each test begins with a draft, and with a product without a price. */
    const FROM_START = { [DRAFT]: "unpublished", "Utan pris": "rejected" }

    const eventuallyReasons = async (wanted: Record<string, string>) =>
      eventually(async () => expect(await reasons()).toEqual(wanted))

    const eventuallyAlso = async (wanted: Record<string, string>) => eventuallyReasons({ ...FROM_START, ...wanted })

    it("lists drafts and rejected products with the reason, counts them, and finds them by title and SKU", async () => {
      await eventuallyReasons(FROM_START)
      const all = await listByBoth()
      expect(all).toMatchObject({
        count: 2,
        counts: UNLISTED_REASONS.map((reason) => ({
          reason,
          count: ["unpublished", "rejected"].includes(reason) ? 1 : 0,
        })),
      })
      expect(all.unlisted_products.find(({ reason }) => reason === "rejected")?.error).toMatch(/price is missing/)
      expect(await listByBoth({ reason: "rejected" })).toMatchObject({
        count: 1,
        counts: all.counts,
        unlisted_products: [{ title: "Utan pris" }],
      })
      for (const q of ["utk-1", "kast 東", "UTKAST"]) {
        expect(await listByBoth({ q })).toMatchObject({
          count: 1,
          unlisted_products: [{ title: DRAFT, status: "draft" }],
        })
      }
      expect(await listByBoth({ q: "Tröja" })).toMatchObject({ count: 0, unlisted_products: [] })
    })

    it("no longer lists a draft that is published, nor a product whose price is set", async () => {
      await setStatus(DRAFT, "published")
      await updateVariant("Utan pris", { prices: [{ amount: 10, currency_code: "sek" }] })
      await eventuallyReasons({})
      expect(await here.fixture.names()).toEqual(expect.arrayContaining([DRAFT, "Utan pris"]))
    })

    it("lists excluded products until they are included again, a draft only once it is published", async () => {
      await change("inclusion", EXCLUDED, { inclusion: "exclude" })
      await eventuallyAlso({ [EXCLUDED]: "excluded" })
      await setStatus(EXCLUDED, "draft")
      await eventuallyAlso({ [EXCLUDED]: "excluded" })
      await change("inclusion", EXCLUDED, { inclusion: "include" })
      await eventuallyAlso({ [EXCLUDED]: "unpublished" })
      await setStatus(EXCLUDED, "published")
      await eventuallyAlso({})
      await change("inclusion", EXCLUDED, { inclusion: "auto" })
    })

    it("lists products that the POS does not take, with the error, and sends what a canceled run skipped", async () => {
      await change("inclusion", UNANSWERED, { inclusion: "exclude" })
      await eventuallyAlso({ [UNANSWERED]: "excluded" })
      await here.fixture.fault({ kind: "status", status: 503, interface: "products" })
      await change("inclusion", UNANSWERED, { inclusion: "auto" })
      await eventually(async () => {
        expect((await list({ reason: "waiting" })).unlisted_products).toMatchObject([
          { title: UNANSWERED, error: expect.stringMatching(/POS/) },
        ])
      })
      await here.fixture.noFaults()
      await change("push", UNANSWERED)
      await here.fixture.settled(AFTER_ERRORS_MS)
      await here.fixture.quiet()
      await eventuallyAlso({})
      await dbConnection.raw(
        "UPDATE pos_product_link SET state = 'unsent', accepted_content = NULL, fingerprint = NULL WHERE product_id = ?",
        [idOf(UNANSWERED)]
      )
      await eventuallyAlso({ [UNANSWERED]: "skipped" })
      await change("push", UNANSWERED)
      await eventuallyAlso({})
    })

    it("lists what the selection leaves out in pages, and sends what is included or pushed without a link", async () => {
      await here.fixture.settings({ selection: { by: "tag", ids: ["ptag_none"] } })
      const left = [...ids.keys()].sort()
      await eventually(async () => expect(Object.keys(await reasons()).sort()).toEqual(left))
      // No event reports these, so that they have no link.
      await insertManyProducts(dbConnection, MANY)
      const { count } = await listByBoth({ reason: "not_selected", limit: 1 })
      expect(count).toBe(left.length + MANY)
      const pages = await Promise.all(
        [0, 3, 6, 9].map(async (offset) => list({ reason: "not_selected", limit: 3, offset }))
      )
      const whole = (await list({ limit: 100 })).unlisted_products
      expect(pages.flatMap(({ unlisted_products }) => unlisted_products)).toEqual(whole.slice(0, 12))
      expect((await listByBoth({ limit: 3, offset: 4 })).unlisted_products).toEqual(whole.slice(4, 7))
      expect(await listByBoth({ q: "vara-2" })).toMatchObject({ count: 1, unlisted_products: [{ title: "Vara 2" }] })

      ids.set("Vara 2", "prod_many2")
      await change("inclusion", "Vara 2", { inclusion: "include" })
      await eventually(async () => expect(await here.fixture.names()).toEqual(["Vara 2"]))
      await pos().updatePosConnections({ id: here.fixture.connectionId, push_held: true })
      await api.post(
        `/admin/pos/connections/${here.fixture.connectionId}/outbound-settings`,
        { selection: { by: "all", ids: [] } },
        { ...here.admin, validateStatus: () => true }
      )
      const waiting = [...left, ...[1, 3, 4, 5].map((number) => `Vara ${number}`)].filter((title) => title !== DRAFT)
      await eventuallyReasons({
        [DRAFT]: "unpublished",
        ...Object.fromEntries(waiting.map((title) => [title, "waiting"])),
      })
      await pos().updatePosConnections({ id: here.fixture.connectionId, push_held: false })
      ids.set("Vara 3", "prod_many3")
      await change("push", "Vara 3")
      await eventually(async () => expect(await here.fixture.names()).toContain("Vara 3"))
      await here.fixture.settled(AFTER_ERRORS_MS)
      expect(await reasons()).not.toHaveProperty("Vara 3")
    })
  },
})
