import type { MedusaContainer } from "@medusajs/framework/types"
import type { Counter } from "../../test-support/counter"
import type { BenchmarkShop } from "../../test-support/seed-shop"

/** Where a contender works: a shop, and an organisation of its own with an empty till. */
export type Stage = { container: MedusaContainer; shop: BenchmarkShop; counter: Counter }

/** One way to bring the shop's first products, by id, to the till. Returns the seconds that it took. */
export type Contender = (stage: Stage, products: number) => Promise<number>
