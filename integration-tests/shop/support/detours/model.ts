/** What a variant's stock has gone through since both sides were looked at last. */
export type Ware = {
  sku: string
  /** available in the store, and the POS's level, when they were looked at last; null: the POS had none */
  before: { store: number; pos: number | null }
  /** what the store has moved since, one by one: web orders, edits, returns */
  storeMoves: number[]
  /** what the POS has moved since: sales, refunds, edits */
  posMoves: number[]
}

/** What a merchant knows who has done all this; levels are whole pieces. */
export type Model = {
  wares: Ware[]
  /** the merchant's product with stock */
  isPublished: boolean
  isExcluded: boolean
  /** by hand at the POS; a product that the plugin creates there is tracked */
  isTracked: boolean
  isConnected: boolean
  isPaused: boolean
  policy: "two_way" | "pos_to_store" | "off"
  /** false: something has happened since the last look that makes levels start again, or that lost a notification */
  isExact: boolean
  /** the product has left the POS since the last look: its level there starts at the store's */
  hasLeft: boolean
  /** further products, by title */
  extras: string[]
  made: number
  /** sales at the POS that were not refunded yet */
  sales: { uuid: string; sku: string; quantity: number }[]
}

export const newModel = (wares: { sku: string; level: number }[]): Model => ({
  wares: wares.map(({ sku, level }) => ({
    sku,
    before: { store: level, pos: level },
    storeMoves: [],
    posMoves: [],
  })),
  isPublished: true,
  isExcluded: false,
  isTracked: true,
  isConnected: true,
  isPaused: false,
  policy: "two_way",
  isExact: true,
  hasLeft: false,
  extras: [],
  made: 0,
  sales: [],
})

export const isListening = ({ isConnected, isPaused }: Model): boolean => isConnected && !isPaused

/** Whether the connection sells the product. */
export const isSold = ({ isPublished, isExcluded }: Model): boolean => isPublished && !isExcluded

export function wareOf(model: Model, sku: string): Ware {
  const ware = model.wares.find((item) => item.sku === sku)
  if (!ware) {
    throw new Error(`The model has no ${sku}`)
  }
  return ware
}

/** The POS has moved stock; of what is not tracked there it moves nothing. */
export function movedAtPos(model: Model, sku: string, change: number): void {
  if (model.isTracked) {
    wareOf(model, sku).posMoves.push(change)
  }
}

const sum = (moves: number[]): number => moves.reduce((total, move) => total + move, 0)

/** All sums that some of the moves can come to. */
function sumsOfSome(moves: number[]): Set<number> {
  return moves.reduce((sums, move) => new Set([...sums, ...[...sums].map((item) => item + move)]), new Set([0]))
}

export type Seen = { store: number; pos: number | null }

/**
 * What is wrong with a variant's levels, which were read after everything under way had arrived; null: nothing. Nothing
 * may have moved that nobody moved: where every notification was received, each side has followed exactly all that the
 * other moved, and else some of it. A difference that was open at the last check may have been settled since, by the
 * POS's level.
 */
export function findWrong(model: Model, { before, storeMoves, posMoves }: Ware, seen: Seen): string | null {
  const followable = (moves: number[]) => (model.isExact ? new Set([sum(moves)]) : sumsOfSome(moves))
  const open = model.isExact || before.pos === null ? 0 : before.pos - before.store
  if (!followable(open === 0 ? posMoves : [open, ...posMoves]).has(seen.store - before.store - sum(storeMoves))) {
    return `the store went from ${before.store} to ${seen.store} by [${storeMoves.join(", ")}], the POS moved [${posMoves.join(", ")}]`
  }
  if (seen.pos === null || before.pos === null || model.hasLeft) {
    return null
  }
  return followable(storeMoves).has(seen.pos - before.pos - sum(posMoves))
    ? null
    : `the POS went from ${before.pos} to ${seen.pos} by [${posMoves.join(", ")}], the store moved [${storeMoves.join(", ")}]`
}

/** What was seen is where the next look begins. */
export function lookedAt(model: Model, seen: Map<string, Seen>, isExact: boolean): void {
  for (const ware of model.wares) {
    const levels = seen.get(ware.sku)
    ware.before = levels ?? ware.before
    ware.storeMoves = []
    ware.posMoves = []
  }
  model.isExact = isExact
  model.hasLeft = false
}
