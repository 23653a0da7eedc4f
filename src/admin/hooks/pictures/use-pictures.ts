import { picturesAnswerSchema, retriedPicturesAnswerSchema } from "../../lib/answers/picture"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-change"
import { type ListQuery, useList } from "../common/use-list"

export function usePictures(query: ListQuery) {
  return useList({
    key: posKeys.pictures(query),
    schema: picturesAnswerSchema,
    path: "/admin/pos/pictures",
    query,
  })
}

/** Tries the pictures of a connection that failed again. */
export function useRetryPictures() {
  return useChange((connection_id: string) =>
    ask(retriedPicturesAnswerSchema, "/admin/pos/pictures/retry", { method: "POST", body: { connection_id } })
  )
}
