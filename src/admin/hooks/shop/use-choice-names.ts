import { usePriceListChoices, useRegionChoices, useSelectable, useStockLocationChoices } from "./use-shop-choices"

/** The names of what settings point at by id; an id that is not known, or not yet, stands for itself. */
export function useChoiceNames(): (id: string) => string {
  const lists = [
    useRegionChoices(),
    usePriceListChoices(),
    useStockLocationChoices(),
    useSelectable("sales_channel"),
    useSelectable("collection"),
    useSelectable("category"),
    useSelectable("tag"),
  ]
  const names = new Map(lists.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const)))
  return (id) => names.get(id) ?? id
}
