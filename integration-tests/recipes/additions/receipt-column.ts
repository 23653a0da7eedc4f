import type { Recipe } from "../support/recipe"

export const receiptColumn: Recipe = {
  title: "Add a column of the receipt list",
  edits: [
    {
      file: "src/contract/receipts.ts",
      after: "export const receiptSchema = z.object({\n",
      insert: `  /** how many payments it has */
  payment_count: z.number(),
`,
    },
    {
      file: "src/api/admin/pos/receipts/present.ts",
      after: "    cashier: receipt.cashier,\n",
      insert: "    payment_count: readReceiptSheet(receipt.payload)?.payments.length ?? 0,\n",
    },
    {
      file: "src/admin/pages/receipts.tsx",
      replace: '      column.accessor("amount", {\n',
      by: `      column.accessor("payment_count", { header: t("receipts.paymentCount") }),
      column.accessor("amount", {
`,
    },
  ],
  texts: { "receipts.paymentCount": "Payments" },
  see(load) {
    const { receiptSchema } = load("src/contract/receipts.ts")
    const { presentReceipt } = load("src/api/admin/pos/receipts/present.ts")
    const at = new Date("2026-03-01T12:00:00Z")
    const payments = ["CASH", "SERVICE_CARD"].map((type, index) => ({
      uuid: `00000000-0000-11ee-8000-00000000000${index}`,
      type,
      amount: 50,
      attributes: {},
    }))
    const purchase = {
      purchaseUUID: "p",
      purchaseUUID1: "00000000-0000-11ee-8000-000000000009",
      amount: 100,
      currency: "SEK",
      timestamp: "2026-03-01T12:00:00.000+0000",
      products: [],
      payments,
    }
    const receipt = presentReceipt({
      id: "posrec_1",
      connection_id: "poscon_1",
      purchase_uuid: purchase.purchaseUUID1,
      purchase_number: 7,
      state: "mirrored",
      state_reason: null,
      order_id: null,
      amount: "100",
      vat_amount: null,
      vat_by_rate: null,
      currency_code: "sek",
      refund: false,
      refunds_purchase_uuid: null,
      cashier: null,
      sold_at: at,
      details_erased_at: null,
      created_at: at,
      updated_at: at,
      payload: purchase,
    })
    const { payment_count } = receiptSchema.parse(JSON.parse(JSON.stringify(receipt)))
    const { payment_count: _count, ...without } = JSON.parse(JSON.stringify(receipt))
    return { payment_count, isRequired: !receiptSchema.safeParse(without).success }
  },
  expected: { payment_count: 2, isRequired: true },
}
