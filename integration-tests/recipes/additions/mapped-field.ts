import { fakeSql } from "../support/fakes"
import type { Recipe } from "../support/recipe"

export const mappedField: Recipe = {
  title: "Map another product field",
  edits: [
    {
      file: "src/features/catalog/store-product-mapping.ts",
      after: "export const storeVariantSchema = z.object({\n",
      insert: `  /** text below the variant's name */
  description: z.string().nullable(),
`,
    },
    {
      file: "src/medusa/catalog.ts",
      after: "'upc', variant.upc, ",
      insert: "'description', variant.metadata->>'pos_description', ",
    },
    {
      file: "src/features/catalog/product-mapping.ts",
      after: "    sku: variant.sku || null,\n",
      insert: "    description: variant.description,\n",
    },
    {
      file: "src/features/catalog/field-mapping.ts",
      after: "export const FIELD_MAPPING: readonly FieldMapping[] = [\n",
      insert: `  {
    store: ["variants.description"],
    storeWords: "variant: metadata \`pos_description\`",
    pos: ["variants.description"],
    owner: "description",
    limit: "descriptionLength",
  },
`,
    },
    {
      file: "src/features/catalog/__tests__/full-product.ts",
      after: '      image: "https://store.example.com/b.jpg",\n',
      insert: '      description: "Of wool",\n',
    },
    {
      file: "src/features/catalog/__tests__/full-product.ts",
      after: '    "variants.title": "L",\n',
      insert: '    "variants.description": "Of cotton",\n',
    },
    {
      file: "src/features/catalog/__tests__/full-product.ts",
      after: '    "variants.name": "L",\n',
      insert: '    "variants.description": "Of cotton",\n',
    },
  ],
  async see(load) {
    const variant = {
      id: "variant_1",
      title: "M",
      sku: "T-M",
      barcode: null,
      ean: null,
      upc: null,
      image: null,
      description: "Of wool",
    }
    const row = {
      id: "prod_1",
      title: "Tröja",
      handle: "troja",
      description: null,
      type_id: null,
      thumbnail: null,
      unit_name: null,
      published: true,
      selected: true,
      categories: null,
      images: null,
      options: null,
      variants: [
        { ...variant, cost_price: null, options: null, price: null, price_includes_tax: null, price_source: null },
      ],
      tax_rate: "25",
      source: "fingerprint",
    }
    const { sql, statements } = fakeSql(() => [row])
    const query = {
      productIds: ["prod_1"],
      selection: { by: "all", ids: [] },
      currencyCode: "sek",
      regionId: "reg_1",
      price: { region_id: null, price_list_id: null, sale_prices: true },
      taxRegionId: null,
      basis: "",
    }
    const [read] = await load("src/medusa/catalog.ts").readProductRows(sql, query)
    const product = {
      ...row,
      category: null,
      options: [],
      taxRate: "25",
      unitName: null,
      images: [],
      variants: [
        { ...read.variants[0], options: {}, price: null, priceSource: null, priceIncludesTax: null, costPrice: null },
      ],
    }
    const uuids = {
      productUuid: "00000000-0000-11ee-8000-000000000001",
      variantUuids: new Map([["variant_1", "00000000-0000-11ee-8000-000000000002"]]),
      categoryUuids: new Map(),
    }
    const basis = { currencyCode: "SEK", taxationMode: "INCLUSIVE", taxationType: "VAT" }
    const { content } = load("src/features/catalog/product-mapping.ts").toProductContent(product, uuids, basis)
    const owned = load("src/features/catalog/field-ownership.ts").storePart(content, new Set(["description"]))
    return {
      isSelected: statements[0]?.text.includes("variant.metadata->>'pos_description'"),
      description: content.variants[0].description,
      isLeftToThePos: !("description" in owned.variants[0]) && "sku" in owned.variants[0],
      docs: load("scripts/docs/mapping-page.ts").mappingSections().get("products").includes("pos_description"),
    }
  },
  expected: { isSelected: true, description: "Of wool", isLeftToThePos: true, docs: true },
}
