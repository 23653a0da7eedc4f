/** Accounts of a Swedish chart for everything that accounting has. */
export const BOOK_ACCOUNTS = {
  sales: "3001",
  vat: "2611",
  tips: "2890",
  gift_cards_sold: "2421",
  gift_cards_redeemed: "2421",
  cash: "1910",
  card: "1580",
  invoices: "1510",
  other_payments: "1590",
  fees: "6570",
  payouts: "1930",
  adjustments: "6990",
  unassigned_payments: "1599",
  rounding: "3740",
  differences: "2999",
}
