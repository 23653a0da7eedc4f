import { Button } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useSearchParams } from "react-router-dom"
import { LIST_COUNT_LIMIT } from "../../../contract/processing"
import type { StateCount } from "../../lib/answers/product"

type Count = Pick<StateCount, "count" | "count_is_lower_bound">

type Props = {
  /** what the URL calls the state */
  field: string
  /** its names are below `states.<kind>` */
  kind: string
  states: readonly string[]
  state: string | undefined
  counts: StateCount[] | undefined
}

/** The list by state, with how many are in each; the URL holds which one is open. */
export const StateTabs = ({ field, kind, states, state, counts }: Props) => {
  const { t, language } = useTexts()
  const [, setSearch] = useSearchParams()
  const open = (chosen: string | undefined) =>
    setSearch((before) => {
      before.delete("offset")
      before.delete(field)
      if (chosen !== undefined) {
        before.set(field, JSON.stringify(chosen))
      }
      return before
    })
  const write = ({ count, count_is_lower_bound }: Count) =>
    count === null ? "" : ` ${new Intl.NumberFormat(language).format(count)}${count_is_lower_bound ? "+" : ""}`
  // A state without products is hidden unless it is selected.
  const shownStates = states.filter(
    (each) => each === state || counts?.find((count) => count.state === each)?.count !== 0
  )
  return (
    <div role="group" aria-label={t("catalog.byState")} className="flex flex-wrap gap-1">
      {[undefined, ...shownStates].map((each) => {
        const count = each === undefined ? getSum(counts) : counts?.find((entry) => entry.state === each)
        return (
          <Button
            key={each ?? ""}
            size="small"
            variant={each === state ? "primary" : "secondary"}
            aria-pressed={each === state}
            onClick={() => open(each)}
          >
            {each === undefined ? t("catalog.all") : t(`states.${kind}.${each}`)}
            {count && write(count)}
          </Button>
        )
      })}
    </div>
  )
}

function getSum(counts: StateCount[] | undefined): Count | undefined {
  const sum = counts?.reduce<Count>(
    (sum, { count, count_is_lower_bound }) => ({
      count: sum.count === null || count === null ? null : sum.count + count,
      count_is_lower_bound: sum.count_is_lower_bound || count_is_lower_bound,
    }),
    { count: 0, count_is_lower_bound: false }
  )
  // Each state is counted up to the list's limit: what they come to is no better known than what the list shows.
  return sum?.count_is_lower_bound && sum.count !== null
    ? { count: Math.min(sum.count, LIST_COUNT_LIMIT), count_is_lower_bound: true }
    : sum
}
