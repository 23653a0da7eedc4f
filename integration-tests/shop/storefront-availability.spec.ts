import type { ICacheService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createSalesChannelsWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateProductVariantsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { AVAILABILITY_SECONDS } from "../../src/features/stock/storefront-availability"
import { POS_MODULE } from "../../src/modules/pos"
import { firstResult } from "../../test-support/run-workflow"
import { merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

type Answer = {
  locations: { id: string; name: string; address: Record<string, string | null> | null }[]
  variants: {
    id: string
    allow_backorder: boolean
    locations: { location_id: string; state: string; quantity: string | null }[]
  }[]
}

storeSuite({
  moduleName: "storefront-availability",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    const { connect } = merchantOf(() => ({ api, ...here, container: getContainer() }))
    let key = ""
    let channelId = ""
    let connectionId = ""
    let annexId = ""

    const createKey = async (channels: string[]): Promise<string> => {
      const created = await firstResult(
        createApiKeysWorkflow(getContainer()).run({
          input: { api_keys: [{ type: "publishable", title: "Webb", created_by: "tests" }] },
        })
      )
      await linkSalesChannelsToApiKeyWorkflow(getContainer()).run({ input: { id: created.id, add: channels } })
      return created.token
    }

    const request = async (variantIds: string[], publishableKey: string | null = key) => {
      const query = variantIds.map((id) => `variant_id=${id}`).join("&")
      return api.get<Answer>(`/store/pos/availability?${query}`, {
        headers: publishableKey === null ? {} : { "x-publishable-api-key": publishableKey },
        validateStatus: () => true,
      })
    }

    let ahead = 0

    /** Ends the time for which answers are reused. */
    const passCacheTime = () => {
      ahead += AVAILABILITY_SECONDS
    }

    /** State and quantity by location name, by variant. */
    const read = async (variantIds: string[]) => {
      const { status, data } = await request(variantIds)
      expect(status).toBe(200)
      const names = new Map(data.locations.map(({ id, name }) => [id, name]))
      return data.variants.map(({ id, locations }) => ({
        id,
        at: Object.fromEntries(
          locations.map(({ location_id, state, quantity }) => [
            names.get(location_id),
            quantity === null ? state : `${state} ${quantity}`,
          ])
        ),
      }))
    }

    const choose = async (settings: Record<string, unknown>) =>
      api.post(`/admin/pos/connections/${connectionId}/inbound-settings`, settings, here.admin)

    const itemOf = async (variantId: string): Promise<string> => {
      const { rows } = await dbConnection.raw(
        "SELECT inventory_item_id AS id FROM product_variant_inventory_item WHERE variant_id = ? AND deleted_at IS NULL",
        [variantId]
      )
      return rows[0].id
    }

    const setLevel = async (variantId: string, location_id: string, stocked_quantity: number) => {
      const inventory = getContainer().resolve(Modules.INVENTORY)
      const inventory_item_id = await itemOf(variantId)
      const [known] = await inventory.listInventoryLevels({ inventory_item_id, location_id })
      if (known) {
        await inventory.updateInventoryLevels([{ inventory_item_id, location_id, stocked_quantity }])
      } else {
        await createInventoryLevelsWorkflow(getContainer()).run({
          input: { inventory_levels: [{ inventory_item_id, location_id, stocked_quantity }] },
        })
      }
    }

    const createVariant = async (
      title: string,
      variant: {
        manage_inventory?: boolean
        allow_backorder?: boolean
        inventory_items?: { inventory_item_id: string; required_quantity: number }[]
      },
      channels = [channelId]
    ) => {
      const product = await firstResult(
        createProductsWorkflow(getContainer()).run({
          input: {
            products: [
              {
                title,
                status: "published",
                shipping_profile_id: here.shop.shippingProfileId,
                sales_channels: channels.map((id) => ({ id })),
                options: [{ title: "Default option", values: ["Default option value"] }],
                variants: [{ title, options: { "Default option": "Default option value" }, ...variant }],
              },
            ],
          },
        })
      )
      return product.variants[0]?.id ?? ""
    }

    beforeAll(async () => {
      const container = getContainer()
      const [medium = ""] = here.shop.sweaterVariantIds
      const channel = await firstResult(
        createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: "Webb" }] } })
      )
      channelId = channel.id
      key = await createKey([channelId])
      await updateProductsWorkflow(container).run({
        input: {
          selector: { id: here.shop.sweaterId },
          update: { sales_channels: [{ id: channelId }, { id: here.shop.salesChannelId }] },
        },
      })
      const address = { address_1: "銀座 4-6-16", city: "東京", postal_code: "104-0061", country_code: "jp" }
      const annex = await firstResult(
        createStockLocationsWorkflow(container).run({
          input: { locations: [{ name: "東京", address }, { name: "Lagret" }] },
        })
      )
      annexId = annex.id
      connectionId = await connect(await Register.open())
      await api.post(
        "/admin/pos/connections",
        {
          api_key: (await Register.open()).apiKey,
          sales_channel_id: here.shop.salesChannelId,
          stock_location_id: annexId,
          region_id: here.shop.regionId,
        },
        here.admin
      )
      await setLevel(medium, annexId, 2)
    })

    // The cache outlives a test's database.
    beforeEach(() => {
      passCacheTime()
      const pos = getContainer().resolve(POS_MODULE)
      jest.spyOn(pos, "now").mockImplementation(async () => new Date(Date.now() + ahead * 1_000))
    })
    afterEach(() => jest.restoreAllMocks())

    it("needs a publishable key with a sales channel", async () => {
      const { sweaterVariantIds } = here.shop
      expect((await request(sweaterVariantIds, null)).status).toBe(400)
      expect((await request(sweaterVariantIds, "pk_unknown")).status).toBe(400)
      expect(await request(sweaterVariantIds, await createKey([]))).toMatchObject({
        status: 400,
        data: { code: "pos_request_invalid", message: expect.stringContaining("no sales channel") },
      })
    })

    it("shows each location with a register, with its address, and the state of each variant there", async () => {
      const [medium = "", large = ""] = here.shop.sweaterVariantIds
      const { data, headers } = await request([medium, large])
      expect(data.locations).toEqual([
        { id: here.shop.stockLocationId, name: "Butiken", address: null },
        {
          id: annexId,
          name: "東京",
          address: {
            address_1: "銀座 4-6-16",
            address_2: null,
            postal_code: "104-0061",
            city: "東京",
            province: null,
            country_code: "jp",
            phone: null,
          },
        },
      ])
      expect(headers).toMatchObject({
        "cache-control": `public, max-age=${AVAILABILITY_SECONDS}`,
        vary: expect.stringContaining("x-publishable-api-key"),
      })
      const shown = new Map((await read([medium, large])).map(({ id, at }) => [id, at]))
      expect(shown.get(medium)).toEqual({ Butiken: "in_stock", 東京: "low" })
      expect(shown.get(large)).toEqual({ Butiken: "in_stock", 東京: "out" })
    })

    it("shows exact quantities where the setting says so, and nothing of a location where it is off", async () => {
      const [medium = ""] = here.shop.sweaterVariantIds
      await choose({ availability: "quantity", availability_low: "10" })
      expect(await read([medium])).toEqual([{ id: medium, at: { Butiken: "low 10", 東京: "low" } }])
      passCacheTime()
      await choose({ availability: "off" })
      expect(await read([medium])).toEqual([{ id: medium, at: { 東京: "low" } }])
    })

    it.each(["sql", "services"] as const)("by %s: counts kits and backorders, and hides drafts", async (access) => {
      const pos = getContainer().resolve(POS_MODULE)
      const options = await pos.getOptions()
      jest
        .spyOn(pos, "getOptions")
        .mockResolvedValue({ ...options, medusaAccess: { ...options.medusaAccess, stock: access } })
      await choose({ availability: "quantity" })
      const [medium = "", large = ""] = here.shop.sweaterVariantIds
      const parts = [
        { inventory_item_id: await itemOf(medium), required_quantity: 3 },
        { inventory_item_id: await itemOf(large), required_quantity: 1 },
      ]
      const kit = await createVariant("Tröjpaket", { manage_inventory: true, inventory_items: parts })
      const unmanaged = await createVariant("Presentinslagning", { manage_inventory: false })
      const backorder = await createVariant("Mössa", { manage_inventory: true, allow_backorder: true })
      const elsewhere = await createVariant("Bara i kassan", { manage_inventory: false }, [here.shop.salesChannelId])
      const draft = await createVariant("Hemligt", { manage_inventory: false })
      const deleted = await createVariant("Utgången", { manage_inventory: false })
      const products = getContainer().resolve(Modules.PRODUCT)
      const [drafted, ended] = await Promise.all(
        [draft, deleted].map(async (id) => products.retrieveProductVariant(id))
      )
      await products.updateProducts(drafted?.product_id ?? "", { status: "draft" })
      await products.softDeleteProducts([ended?.product_id ?? ""])
      const reserved = { inventory_item_id: await itemOf(medium), location_id: here.shop.stockLocationId, quantity: 2 }
      await getContainer().resolve(Modules.INVENTORY).createReservationItems([reserved])
      const ids = [kit, unmanaged, backorder, elsewhere, draft, deleted, medium, "variant_unknown"]
      const shown = new Map((await read(ids)).map(({ id, at }) => [id, at]))
      expect(shown).toEqual(
        new Map([
          [kit, { Butiken: "low 2", 東京: "out" }],
          [unmanaged, { Butiken: "in_stock", 東京: "in_stock" }],
          [backorder, { Butiken: "out 0", 東京: "out" }],
          [medium, { Butiken: "in_stock 8", 東京: "low" }],
        ])
      )
      const { data } = await request(ids)
      expect(data.variants.find(({ id }) => id === backorder)?.allow_backorder).toBe(true)
      expect(data.variants.find(({ id }) => id === kit)?.allow_backorder).toBe(false)
      await updateProductVariantsWorkflow(getContainer()).run({
        input: { selector: { id: kit }, update: { manage_inventory: false } },
      })
      passCacheTime()
      expect(await read([kit])).toEqual([{ id: kit, at: { Butiken: "in_stock", 東京: "in_stock" } }])
    })

    it("counts weights with their decimals", async () => {
      await getContainer()
        .resolve(ContainerRegistrationKeys.LINK)
        .create({
          [Modules.PRODUCT]: { product_id: await productOf(here.shop.applesVariantId) },
          [Modules.SALES_CHANNEL]: { sales_channel_id: channelId },
        })
      await choose({ availability: "quantity" })
      expect(await read([here.shop.applesVariantId])).toEqual([
        { id: here.shop.applesVariantId, at: { Butiken: "in_stock 25.5", 東京: "out" } },
      ])
    })

    const productOf = async (variantId: string) =>
      (await getContainer().resolve(Modules.PRODUCT).retrieveProductVariant(variantId)).product_id ?? ""

    it("answers from the cache without a statement, and shows a change of stock after its time", async () => {
      const [medium = "", large = ""] = here.shop.sweaterVariantIds
      const pos = getContainer().resolve(POS_MODULE)
      await request([medium, large])
      const statements: string[] = []
      const query = pos.query.bind(pos)
      jest.spyOn(pos, "query").mockImplementation(async (run) =>
        query(async (sql, now, context) =>
          run(
            async (row, statement, bindings) => {
              // The change of stock wakes workers, which have statements of their own.
              if (/AS place\(id\)|JOIN stock_location AS location/.test(statement)) {
                statements.push(statement)
              }
              return sql(row, statement, bindings)
            },
            now,
            context
          )
        )
      )
      await setLevel(medium, here.shop.stockLocationId, 0)
      expect((await read([large, medium])).find(({ id }) => id === medium)?.at).toEqual({
        Butiken: "in_stock",
        東京: "low",
      })
      expect(statements).toEqual([])
      passCacheTime()
      expect((await read([medium, large])).find(({ id }) => id === medium)?.at).toEqual({ Butiken: "out", 東京: "low" })
      expect(statements).toHaveLength(2)
    })

    it("works while the cache fails", async () => {
      const [medium = ""] = here.shop.sweaterVariantIds
      const cache = getContainer().resolve<ICacheService>(Modules.CACHE)
      jest.spyOn(cache, "get").mockRejectedValue(new Error("Connection is closed."))
      jest.spyOn(cache, "set").mockRejectedValue(new Error("Connection is closed."))
      expect((await request([medium])).status).toBe(200)
    })

    it("takes 100 variants, repeated or separated by commas, and rejects more", async () => {
      const [medium = ""] = here.shop.sweaterVariantIds
      const others = Array.from({ length: 99 }, (_none, number) => `variant_${number}`)
      const repeated = await request([medium, ...others])
      expect(repeated.data.variants.map(({ id }) => id)).toEqual([medium])
      const listed = await request([[medium, ...others].join(",")])
      expect(listed.data).toEqual(repeated.data)
      expect(await request([medium, ...others, "variant_more"])).toMatchObject({
        status: 400,
        data: { code: "pos_request_invalid", message: expect.stringContaining("at most 100 variants") },
      })
      expect((await request([])).status).toBe(400)
      expect((await request([""])).status).toBe(400)
    })
  },
})
