import { z } from "zod"
import { barcodesAnswerSchema, type Overrides } from "../../lib/answers/product"
import { ask } from "../../lib/http/client"
import { useChange } from "../common/use-mutation-toasts"

/** What the POS shows of a product instead of the store's own; null: the store's own again. */
export function useOverride(connection_id: string, product_id: string) {
  return useChange((overrides: Overrides | null) =>
    ask(z.looseObject({}), "/admin/pos/product-links/overrides", {
      method: "POST",
      body: { connection_id, product_id, overrides },
    })
  )
}

/** Gives the variants of products that have no code at all a barcode of the in-store range. */
export function useMakeBarcodes() {
  return useChange((product_ids: string[]) =>
    ask(barcodesAnswerSchema, "/admin/pos/barcodes", { method: "POST", body: { product_ids } })
  )
}
