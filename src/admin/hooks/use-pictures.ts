import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { picturesAnswerSchema, retriedPicturesAnswerSchema } from "../lib/answers/picture"
import { ask } from "../lib/ask"
import { posKeys } from "../lib/query-keys"
import { useChange } from "./use-change"
import type { ListQuery } from "./use-lists"

const EVERY_MS = 5_000

export function usePictures(query: ListQuery) {
  return useQuery({
    queryKey: posKeys.pictures(query),
    queryFn: () => ask(picturesAnswerSchema, "/admin/pos/pictures", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

/** Tries the pictures of a connection that failed again. */
export function useRetryPictures() {
  return useChange((connection_id: string) =>
    ask(retriedPicturesAnswerSchema, "/admin/pos/pictures/retry", { method: "POST", body: { connection_id } })
  )
}
