import { useSearchParams } from "react-router-dom"
import { parsePeriod } from "../../components/overview/period-tabs"

/** How many days the overview looks back, kept in its URL. */
export function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const choose = (days: number) =>
    setSearch((before) => {
      before.set("days", String(days))
      return before
    })
  return { days: parsePeriod(search.get("days")), choose }
}
