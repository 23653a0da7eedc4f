import { isDeepStrictEqual } from "node:util"
import type { PosDriver } from "../../test-support/pos-driver"

/** Two contenders left different POS libraries: their times cannot be compared. */
class DifferentWorkError extends Error {
  constructor(name: string, expected: unknown, found: unknown) {
    super(
      `${name} brought something else than the plugin:\n${JSON.stringify(found)}\ninstead of\n${JSON.stringify(expected)}`
    )
    this.name = "DifferentWorkError"
  }
}

/** @throws DifferentWorkError unless the register shows of every product what the plugin's register shows */
export async function checkSameWork(plugin: PosDriver, name: string, posDriver: PosDriver): Promise<void> {
  const [expected, found] = [await shownAt(plugin), await shownAt(posDriver)]
  const index = Array.from({ length: Math.max(expected.length, found.length) }).findIndex(
    (_, position) => !isDeepStrictEqual(expected[position], found[position])
  )
  if (index !== -1) {
    throw new DifferentWorkError(name, expected[index], found[index])
  }
}

/** What a person at the register sees, in an order that does not hang on when it came. */
async function shownAt(posDriver: PosDriver) {
  const products = await posDriver.products()
  return products
    .map(({ name, description, externalReference, category, vatPercentage, variants, variantOptionDefinitions }) => ({
      reference: externalReference,
      name,
      description,
      category: category?.name,
      vatPercentage,
      definitions: variantOptionDefinitions?.definitions?.map((definition) => ({
        name: definition.name,
        values: definition.properties?.map(({ value }) => value),
      })),
      variants: variants?.map((variant) => ({
        name: variant.name,
        sku: variant.sku,
        barcode: variant.barcode,
        amount: variant.price?.amount,
        options: variant.options?.map((option) => [option.name, option.value]),
      })),
    }))
    .sort((left, right) => ((left.reference ?? "") < (right.reference ?? "") ? -1 : 1))
}
