import { provesCard } from "../balance"

const card = {
  id: "posgift_1",
  connection_id: "poscon_1",
  currency_code: "sek",
  initial_amount: 500_00,
  read_at: null,
  created_on: "2026-03-01",
  purchase_number: 1042,
  sold_amount: 500_00,
  sold_on: "2026-03-02",
}

describe("the proof of a gift card", () => {
  it.each([
    ["receipt-number", "1042", true],
    ["receipt-number", " 1042 ", true],
    ["receipt-number", "1043", false],
    ["receipt-number", "null", false],
    ["initial-amount", "500", true],
    ["initial-amount", "500.00", true],
    ["initial-amount", "500.001", true],
    ["initial-amount", "500.01", false],
    ["initial-amount", "5e2", false],
    ["purchase-date", "2026-03-02", true],
    ["purchase-date", "2026-03-01", false],
  ] as const)("%s: %p is %p", (proof, shown, fits) => {
    expect(provesCard(card, proof, shown)).toBe(fits)
  })

  it.each(["receipt-number", "initial-amount", "purchase-date"] as const)("fits no card without a %s", (proof) => {
    const bare = {
      ...card,
      initial_amount: null,
      created_on: null,
      purchase_number: null,
      sold_amount: null,
      sold_on: null,
    }
    for (const shown of ["", "null", "nothing", "0", "undefined"]) {
      expect(provesCard(bare, proof, shown)).toBe(false)
      expect(provesCard(null, proof, shown)).toBe(false)
    }
  })
})
