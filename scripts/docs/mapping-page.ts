import { PRODUCT_LIMITS, productContentSchema, variantSchema } from "../../src/pos-api/contract"
import { FIELD_MAPPING, type FieldMapping } from "../../src/features/catalog/field-mapping"
import { RECEIPT_MAPPING } from "../../src/features/purchases/order-mapping"
import { table } from "./table"

const code = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(", ")

/** Which way a field goes: out, and back where the pos may own it and the store has a place for it. */
const directionOf = ({ owned }: FieldMapping) => (owned ? "→, or ⇄" : "→")

function conflictOf({ owner, owned }: FieldMapping): string {
  if (!owner) {
    return "the store's wins"
  }
  return owned ? "the owner's wins, and goes to the other side" : "the owner's wins; the POS's stays there"
}

function limitOf({ limit }: FieldMapping): string {
  return limit ? `${PRODUCT_LIMITS[limit]} ${limit.endsWith("Length") ? "characters" : ""}`.trim() : ""
}

function productTable(): string {
  const titles = ["in the store", "", "at the POS", "owner", "limit", "when both changed", "in a draft", "notes"]
  const rows = FIELD_MAPPING.map((row) => [
    row.storeWords,
    directionOf(row),
    code(row.pos),
    row.owner ? code([row.owner]) : "the store",
    limitOf(row),
    conflictOf(row),
    row.draft ? "yes" : "",
    row.note ?? "",
  ])
  return table(titles, rows)
}

/** Members of the POS's product that the store never writes. */
function posOwned(): string {
  const mapped = new Set(FIELD_MAPPING.flatMap(({ pos }) => pos.map((path) => path.replace(/\.imageUrl$/, ""))))
  const members = [
    ...Object.keys(productContentSchema.shape),
    ...Object.keys(variantSchema.shape).map((name) => `variants.${name}`),
  ].filter((path) => !mapped.has(path) && !["uuid", "variants", "variants.uuid"].includes(path))
  return `${code(members)}, the colors of \`presentation\`, and all fields that the POS adds later.`
}

function receiptTable(): string {
  const rows = RECEIPT_MAPPING.map(({ pos, orderWords }) => [code([pos]), orderWords])
  return table(["at the POS", "in the store"], rows)
}

/** The sections of docs/reference/mapping.md, by name. */
export const mappingSections = (): Map<string, string> =>
  new Map([
    ["products", productTable()],
    ["pos-owned", posOwned()],
    ["receipts", receiptTable()],
  ])
