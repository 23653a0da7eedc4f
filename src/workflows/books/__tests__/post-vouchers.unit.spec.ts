import { booksSchema } from "../../../vocabulary/books"
import type { Entry } from "../entries"
import type { Voucher } from "../journal"
import { postVouchers } from "../post-vouchers"

describe("accounts", () => {
  it("that are missing are all named at once", () => {
    const entries: Entry[] = [
      { kind: "gift_cards_sold", rate: null, amount: -5 },
      { kind: "sales", rate: "25.5", amount: 5 },
    ]
    const vouchers: Voucher[] = [{ kind: "sales", day: "2026-02-01", of: "2026-02-01", reference: null, entries }]
    expect(() => postVouchers(vouchers, booksSchema.parse({}))).toThrow("gift cards sold, sales at 25.5 %")
  })
})
