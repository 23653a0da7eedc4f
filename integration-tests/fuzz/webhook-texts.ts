import type { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { mutate, oddText, oddValue } from "./values"

const EVENT_NAMES = [
  "InventoryBalanceChanged",
  "PurchaseCreated",
  "ProductUpdated",
  "PersonalAssertionDeleted",
] as const

const ODD_EVENT_NAMES = [
  "",
  " ",
  "TestMessage ",
  "\u0000",
  "\ud800",
  "__proto__",
  "å".repeat(3_000),
  "Från/framtiden",
] as const

/** Texts of a payload that stand in JSON as they are: what JSON.stringify would write otherwise. */
const ODD_PAYLOADS = [
  '{"namn":"\\u0000"}',
  '{"\\u0000":"\\ud83d"}',
  '{"namn":"\\udfff\\ud800"}',
  '{"uuid":1e400,"belopp":-1e-400}',
  `{"uuid":${"9".repeat(4_000)}}`,
  '{"uuid":1,"uuid":2}',
  '{"__proto__":{"uuid":"x"},"constructor":null}',
  "",
  " ",
  "null",
  "[]",
  "7",
  "Hej å 東京",
  '{"namn":"\ud83d"}',
  '{"uuid":',
] as const

const DEPTHS = [10, 1_000, 50_000, 200_000] as const

const product = (random: SeededRandom) => ({
  uuid: uuidOf(random),
  // Of another organization, only the fact would be kept.
  organizationUuid: random.chance(0.1) ? uuidOf(random) : null,
  balanceBefore: [{ productUuid: uuidOf(random), balance: "10" }],
  balanceAfter: [{ productUuid: uuidOf(random), balance: "9" }],
  newEntity: { uuid: uuidOf(random), name: "Tröja", variants: [] },
})

/** An event's name as the POS knows it, or seldom one that nobody does. */
export const anyEventName = (random: SeededRandom): unknown =>
  random.chance(0.8) ? random.pick(EVENT_NAMES) : random.chance(0.8) ? random.pick(ODD_EVENT_NAMES) : oddValue(random)

/** A payload's text: of the usual shape, bent, or nothing that any service would say. */
export function anyPayload(random: SeededRandom): string {
  const kind = random.next()
  if (kind < 0.4) {
    return JSON.stringify(product(random))
  }
  if (kind < 0.7) {
    return JSON.stringify(mutate(random, product(random))) ?? "null"
  }
  if (kind < 0.95) {
    return random.chance(0.7) ? random.pick(ODD_PAYLOADS) : oddText(random)
  }
  if (kind < 0.995) {
    return JSON.stringify({ namn: "ö".repeat(random.between(1_000, 40_000)) })
  }
  const depth = random.pick(DEPTHS)
  return `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`
}

/** A UUID of random numbers; no seed yields the same twice. */
export function uuidOf(random: SeededRandom): string {
  const digits = Buffer.from(random.bytes(16)).toString("hex")
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
