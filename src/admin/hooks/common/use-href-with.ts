import { useSearchParams } from "react-router-dom"

/** The page one is on with one thing more in its URL, so that a drawer opens beside the list as it stands. */
export function useHrefWith() {
  const [search] = useSearchParams()
  return (name: string, value: string): string => {
    const there = new URLSearchParams(search)
    there.set(name, value)
    return `?${there.toString()}`
  }
}
