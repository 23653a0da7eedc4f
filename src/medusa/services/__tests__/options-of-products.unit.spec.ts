import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { listOwnedOptions, getOwnedOptionsListing } from "../fetch-products"

type Filters = Readonly<Record<string, string[]>>

const SIZE = { id: "opt_size", product_id: "prod_tröja", title: "Storlek", created_at: "2026-01-01", deleted_at: null }

/** A product module whose methods remember what they were asked for. */
function productModuleWith(method: string, record: object) {
  const asked: Filters[] = []
  const container = createMedusaContainer()
  container.register(Modules.PRODUCT, {
    resolve: () => ({
      [method]: async (filters: Filters) => {
        asked.push(filters)
        return [record]
      },
    }),
  })
  return { container, asked }
}

it("lists options by the link between products and options, since Medusa 2.17", async () => {
  const link = {
    id: "prodopt_1",
    product_id: SIZE.product_id,
    product_option_id: SIZE.id,
    created_at: null,
    deleted_at: null,
  }
  const { container, asked } = productModuleWith("listProductProductOptions", link)
  expect(await listOwnedOptions(container, "product_option_id", [SIZE.id])).toEqual([link])
  expect(asked).toEqual([{ product_option_id: [SIZE.id] }])
  expect(getOwnedOptionsListing(container).list).toBe("listProductProductOptions")
})

it.each([
  ["id", "id", SIZE.id],
  ["product_id", "product_id", SIZE.product_id],
  ["product_option_id", "id", SIZE.id],
] as const)("lists options by %s before Medusa 2.17, where an option names its product", async (property, asks, id) => {
  const { container, asked } = productModuleWith("listProductOptions", SIZE)
  expect(await listOwnedOptions(container, property, [id, null, id])).toEqual([
    {
      id: SIZE.id,
      product_id: SIZE.product_id,
      product_option_id: SIZE.id,
      created_at: "2026-01-01",
      deleted_at: null,
    },
  ])
  expect(asked).toEqual([{ [asks]: [id] }])
  expect(getOwnedOptionsListing(container).list).toBe("listProductOptions")
})
