import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils"
import {
  createInventoryLevelsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRatesWorkflow,
  createTaxRegionsWorkflow,
  createUserAccountWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
  uploadFilesWorkflow,
} from "@medusajs/medusa/core-flows"
import prepareCheckout from "./checkout"
import { CATALOG, type DemoProduct } from "./catalog"
import { drawImage } from "./image"

type Container = ExecArgs["container"]

const SEK_PER_EUR = 11.5
const DEFAULT_STOCK = 20

/** Fills the empty demo shop through Medusa's own workflows. */
export default async function seedShop({ container }: ExecArgs): Promise<void> {
  await createAdmin(container)
  const {
    result: [web, counter],
  } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: "Webb" }, { name: "Kassa", description: "Försäljning över disk" }] },
  })
  const {
    result: [location],
  } = await createStockLocationsWorkflow(container).run({ input: { locations: [{ name: "Butiken" }] } })
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: location.id, add: [web.id, counter.id] },
  })
  await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: "Sverige", currency_code: "sek", countries: ["se"], payment_providers: ["pp_system_default"] },
        { name: "Suomi", currency_code: "eur", countries: ["fi"], payment_providers: ["pp_system_default"] },
      ],
    },
  })
  await useSwedishStore(container, web.id)
  const products = await createProducts(container, [web.id, counter.id])
  await createTaxes(container, products)
  await createStock(container, location.id, products)
  await prepareCheckout({ container })
}

async function createAdmin(container: Container): Promise<void> {
  const { authIdentity } = await container.resolve(Modules.AUTH).register("emailpass", {
    body: { email: process.env.DEMO_ADMIN_EMAIL ?? "", password: process.env.DEMO_ADMIN_PASSWORD ?? "" },
  })
  await createUserAccountWorkflow(container).run({
    input: {
      authIdentityId: authIdentity?.id ?? "",
      userData: { email: process.env.DEMO_ADMIN_EMAIL ?? "", first_name: "Åsa", last_name: "Öberg" },
    },
  })
}

async function useSwedishStore(container: Container, salesChannelId: string): Promise<void> {
  const [store] = await container.resolve(Modules.STORE).listStores()
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store?.id ?? "" },
      update: {
        name: "Åsas Butik",
        default_sales_channel_id: salesChannelId,
        supported_currencies: [
          { currency_code: "sek", is_default: true, is_tax_inclusive: true },
          { currency_code: "eur", is_tax_inclusive: true },
        ],
      },
    },
  })
}

type Created = { id: string; seed: DemoProduct; variantIds: string[] }

async function createProducts(container: Container, salesChannelIds: string[]): Promise<Created[]> {
  const {
    result: [profile],
  } = await createShippingProfilesWorkflow(container).run({ input: { data: [{ name: "Standard", type: "default" }] } })
  const names = [...new Set(CATALOG.map(({ category }) => category))]
  const { result: categories } = await createProductCategoriesWorkflow(container).run({
    input: { product_categories: names.map((name) => ({ name, is_active: true })) },
  })
  const images = await Promise.all(CATALOG.map(({ title }, index) => drawImage(title, index)))
  const { result: files } = await uploadFilesWorkflow(container).run({
    input: {
      files: images.map((image, index) => ({
        filename: `product-${index + 1}.png`,
        mimeType: "image/png",
        content: image.toString("base64"),
        access: "public" as const,
      })),
    },
  })
  const { result: products } = await createProductsWorkflow(container).run({
    input: {
      products: CATALOG.map((product, index) => ({
        title: product.title,
        description: product.description,
        status: ProductStatus.PUBLISHED,
        shipping_profile_id: profile.id,
        sales_channels: salesChannelIds.map((id) => ({ id })),
        category_ids: categories.filter(({ name }) => name === product.category).map(({ id }) => id),
        metadata: product.unitName ? { pos_unit_name: product.unitName } : undefined,
        thumbnail: files[index]?.url,
        images: files[index] ? [{ url: files[index].url }] : [],
        ...optionsAndVariants(product, index),
      })),
    },
  })
  return products.flatMap((product, index) => {
    const seed = CATALOG[index]
    return seed ? [{ id: product.id, seed, variantIds: product.variants.map(({ id }) => id) }] : []
  })
}

function optionsAndVariants(product: DemoProduct, index: number) {
  const options = [
    ...(product.sizes ? [{ title: "Storlek", values: product.sizes }] : []),
    ...(product.colours ? [{ title: "Färg", values: product.colours }] : []),
  ]
  const chosen = options.length > 0 ? options : [{ title: "Default option", values: ["Default option value"] }]
  const combinations = chosen.reduce<Record<string, string>[]>(
    (known, { title, values }) => known.flatMap((one) => values.map((value) => ({ ...one, [title]: value }))),
    [{}]
  )
  const prices = [
    { currency_code: "sek", amount: product.price },
    { currency_code: "eur", amount: Math.round((product.price / SEK_PER_EUR) * 100) / 100 },
  ]
  const variants = combinations.map((combination, position) => ({
    title: options.length > 0 ? Object.values(combination).join(" / ") : product.title,
    options: combination,
    variant_rank: position,
    sku: product.withoutSku ? undefined : `B${String(index + 1).padStart(3, "0")}-${position + 1}`,
    barcode: `2${String(index + 1).padStart(6, "0")}${String(position + 1).padStart(5, "0")}`,
    prices,
  }))
  return { options: chosen, variants }
}

async function createTaxes(container: Container, products: Created[]): Promise<void> {
  const { result: regions } = await createTaxRegionsWorkflow(container).run({
    input: [
      { country_code: "se", provider_id: "tp_system", default_tax_rate: { name: "Moms 25 %", code: "SE25", rate: 25 } },
      {
        country_code: "fi",
        provider_id: "tp_system",
        default_tax_rate: { name: "ALV 25,5 %", code: "FI255", rate: 25.5 },
      },
    ],
  })
  const reduced = [
    { kind: "food", name: "Moms 12 %", code: "SE12", rate: 12 },
    { kind: "books", name: "Moms 6 %", code: "SE6", rate: 6 },
  ]
  await createTaxRatesWorkflow(container).run({
    input: reduced.map(({ kind, ...rate }) => ({
      ...rate,
      tax_region_id: regions[0]?.id ?? "",
      rules: products
        .filter(({ seed: product }) => product.rate === kind)
        .map(({ id }) => ({ reference: "product", reference_id: id })),
    })),
  })
}

async function createStock(container: Container, locationId: string, products: Created[]): Promise<void> {
  const stockOf = new Map(
    products.flatMap(({ variantIds, seed: product }) => variantIds.map((id) => [id, product.stock ?? DEFAULT_STOCK]))
  )
  const { data: items } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product_variant_inventory_item",
    fields: ["variant_id", "inventory_item_id"],
    filters: { variant_id: [...stockOf.keys()] },
  })
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: items.map((item: { variant_id: string; inventory_item_id: string }) => ({
        inventory_item_id: item.inventory_item_id,
        location_id: locationId,
        stocked_quantity: stockOf.get(item.variant_id) ?? DEFAULT_STOCK,
      })),
    },
  })
}
