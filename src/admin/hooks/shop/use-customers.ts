import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { customersAnswerSchema } from "../../lib/answers/customer"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"

/** Fewer letters are in too many names. */
const FEWEST_LETTERS = 2

const MOST = 8

/** The shop's customers whose name or address has what was searched for. */
export function useCustomers(searched: string) {
  return useQuery({
    queryKey: posKeys.customers(searched),
    queryFn: () =>
      ask(customersAnswerSchema, "/admin/customers", {
        query: { q: searched, limit: MOST, fields: "id,email,first_name,last_name" },
      }),
    select: ({ customers }) => customers,
    placeholderData: keepPreviousData,
    enabled: searched.length >= FEWEST_LETTERS,
  })
}
