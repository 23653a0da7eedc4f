import { fakeSql } from "../support/fakes"
import type { Recipe } from "../support/recipe"

const STATE = "outdated"
const MIGRATION = "src/modules/pos/migrations/Migration20991231000000.ts"

export const reason: Recipe = {
  title: "Add a sync state or a reason",
  edits: [
    {
      file: "src/contract/reasons.ts",
      after: "export const POS_REASONS = {\n",
      insert: `  "name-is-number": { at: ["rejected"], fixedAt: "edit", says: ["…: the name is only a number"] },
`,
    },
    {
      file: "src/features/catalog/product-validation.ts",
      after: "    return [{ field, message: `${owner}: the name is empty` }]\n  }\n",
      insert: `  if (/^\\d+$/.test(name ?? "")) {
    return [{ field, message: \`\${owner}: the name is only a number\` }]
  }
`,
    },
    {
      file: "src/contract/catalog.ts",
      replace: '"excluded", "kept", "unsent"] as const',
      by: `"excluded", "kept", "unsent", "${STATE}"] as const`,
    },
    {
      file: MIGRATION,
      content: `import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20991231000000 extends Migration {
  override async up(): Promise<void> {
    this.addSql('alter table "pos_product_link" drop constraint if exists "pos_product_link_state_check";')
    this.addSql(
      \`alter table "pos_product_link" add constraint "pos_product_link_state_check" check ("state" in ('pending', 'synced', 'rejected', 'held', 'excluded', 'kept', 'unsent', '${STATE}'));\`
    )
  }
}
`,
    },
  ],
  texts: {
    "reasons.name-is-number.cause": "The product's name is only a number.",
    "reasons.name-is-number.remedy": "Give it a name with letters.",
    [`states.link.${STATE}`]: "Outdated",
  },
  async see(load) {
    const { getFixPlace, reasonsIn } = load("src/contract/reasons.ts")
    const { validateProduct } = load("src/features/catalog/product-validation.ts")
    const variants = [{ uuid: "00000000-0000-11ee-8000-000000000002", price: { amount: 100, currencyId: "SEK" } }]
    const [violation] = validateProduct({ uuid: "00000000-0000-11ee-8000-000000000001", name: "7", variants }, "SEK")
    const { productLinkListQuerySchema } = load("src/api/admin/pos/product-links/validators.ts")
    const counted = fakeSql(() => [{ state: STATE, count: "3" }])
    const counts = await load("src/medusa/product-links.ts").countByState(counted.sql, { connection_id: "poscon_1" })
    const { Migration20991231000000 } = load(MIGRATION)
    return {
      message: violation?.message,
      names: reasonsIn(violation?.message ?? ""),
      fixedAt: getFixPlace("name-is-number"),
      docs: load("scripts/docs/reasons-page.ts")
        .reasonSections()
        .get("not-at-the-pos")
        .includes("Give it a name with letters."),
      filter: productLinkListQuerySchema.parse({ state: STATE }).state,
      count: counts.find(({ state }: { state: string }) => state === STATE)?.count,
      migration: typeof Migration20991231000000.prototype.up,
    }
  },
  expected: {
    message: "Product: the name is only a number",
    names: ["name-is-number"],
    fixedAt: "edit",
    docs: true,
    filter: STATE,
    count: 3,
    migration: "function",
  },
}
