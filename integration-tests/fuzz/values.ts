import type { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"

const ODD_TEXTS = [
  "",
  " ",
  "å",
  "東京",
  "\u0000",
  "💸".repeat(50),
  "x".repeat(5_000),
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "' OR 1=1 --",
  "<script>alert(1)</script>",
  "0.350",
  "-1",
  "1e309",
  "2026-02-30",
  "9999-12-31T23:59",
  "https://example.com/hook",
  "http://127.0.0.1:1/x",
  "self",
] as const

const ODD_NUMBERS = [0, -1, 1, 0.5, 1e21, -1e21, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER + 1] as const

const ODD_NAMES = [
  "uuid",
  "name",
  "items",
  "payload",
  "__proto__",
  "constructor",
  "toString",
  "organizationUuid",
] as const

/** Any JSON value at all. */
export function oddValue(random: SeededRandom, depth = 0): unknown {
  const kind = random.between(0, depth > 3 ? 4 : 6)
  switch (kind) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick(ODD_NUMBERS)
    case 3:
    case 4:
      return random.pick(ODD_TEXTS)
    case 5:
      return Array.from({ length: random.between(0, 4) }, () => oddValue(random, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: random.between(0, 4) }, () => [random.pick(ODD_NAMES), oddValue(random, depth + 1)])
      )
  }
}

/** A value with one or more of its parts replaced, removed or doubled. */
export function mutate(random: SeededRandom, value: unknown): unknown {
  if (random.chance(0.15)) {
    return oddValue(random)
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => (random.chance(0.4) ? mutate(random, item) : item))
    return random.chance(0.1) ? [...items, ...items] : items
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        if (random.chance(0.08)) {
          return []
        }
        return [[name, random.chance(0.25) ? mutate(random, inner) : inner]]
      })
    )
  }
  return random.chance(0.3) ? oddValue(random) : value
}

export const oddText = (random: SeededRandom): string => random.pick(ODD_TEXTS)
