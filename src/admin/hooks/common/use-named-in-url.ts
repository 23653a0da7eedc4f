import { useSearchParams } from "react-router-dom"

/** What the URL names beside a list, "" for nothing; `close` takes it away and leaves the filters and the page. */
export function useNamedInUrl(parameter: string) {
  const [search, setSearch] = useSearchParams()
  const close = () =>
    setSearch((before) => {
      before.delete(parameter)
      return before
    })
  return { id: search.get(parameter) ?? "", close }
}
