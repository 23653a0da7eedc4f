import type { Recipe } from "../support/recipe"

export const setting: Recipe = {
  title: "Add a setting of a connection",
  edits: [
    {
      file: "src/contract/settings.ts",
      after: "const OUTBOUND_SETTINGS = {\n",
      insert: `  /** whether drafts are sold at the POS, too */
  drafts: z.enum(["hide", "sell"]).default("hide"),
`,
    },
    {
      file: "src/features/catalog/read-products.ts",
      replace: "{ on_deselected }: OutboundSettings",
      by: "{ on_deselected, drafts }: OutboundSettings",
    },
    {
      file: "src/features/catalog/read-products.ts",
      replace: "if (isChosen && read.published) {",
      by: 'if (isChosen && (read.published || drafts === "sell")) {',
    },
  ],
  texts: {
    "choices.drafts.label": "Drafts",
    "choices.drafts.options.hide": "Not sold",
    "choices.drafts.options.sell": "Sold at the register",
  },
  see(load) {
    const { COPIED_SETTINGS, outboundSettingsChangeSchema, outboundSettingsSchema, PUSH_FIELDS, wordsIn } =
      load("src/contract/settings.ts")
    const { decideListing } = load("src/features/catalog/read-products.ts")
    const link = { inclusion: "auto", at_pos: false, awaits_publishing: false }
    const read = { published: false, selected: true }
    const decide = (change: object) => decideListing(link, read, outboundSettingsSchema.parse(change))
    return {
      byDefault: outboundSettingsSchema.parse({}).drafts,
      unchanged: outboundSettingsChangeSchema.parse({ images: "off" }),
      changed: outboundSettingsChangeSchema.parse({ drafts: "sell" }),
      isRejected: !outboundSettingsChangeSchema.safeParse({ drafts: "maybe" }).success,
      shown: wordsIn(PUSH_FIELDS).find(({ name }: { name: string }) => name === "drafts"),
      isCopied: COPIED_SETTINGS.includes("drafts"),
      decisions: [decide({}), decide({ drafts: "sell" })],
    }
  },
  expected: {
    byDefault: "hide",
    unchanged: { images: "off" },
    changed: { drafts: "sell" },
    isRejected: true,
    shown: { name: "drafts", words: ["hide", "sell"] },
    isCopied: true,
    decisions: ["excluded", "sold"],
  },
}
