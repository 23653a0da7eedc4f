import type { MedusaContainer } from "@medusajs/framework/types"
import type { PosDriver } from "../../test-support/pos-driver"
import type { BenchmarkStore } from "../../test-support/seed-benchmark-store"

/** Where a contender works: a store, and an organization of its own with an empty POS. */
export type Stage = { container: MedusaContainer; shop: BenchmarkStore; posDriver: PosDriver }

/** One way to bring the store's first products, by id, to the register. Returns the seconds that it took. */
export type Contender = (stage: Stage, products: number) => Promise<number>
