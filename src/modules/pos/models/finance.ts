import { model } from "@medusajs/framework/utils"
import { ENTRY_CAUSES, JOURNAL_SOURCES, VOUCHER_KINDS } from "../../../contract/accounting"
import { ACCOUNT_STATES, MONEY_DIFFERENCE_STATES, PAYOUT_STATES } from "../../../contract/finance"
import { ACCOUNT_TYPE_GROUPS } from "../../../pos-api/contract"

/** One account of a merchant at the POS, and how far its transactions were read. Amounts in minor units. */
export const PosAccount = model
  .define("pos_account", {
    id: model.id({ prefix: "posacc" }).primaryKey(),
    connection_id: model.text(),
    account_group: model.enum([...ACCOUNT_TYPE_GROUPS]),
    state: model.enum([...ACCOUNT_STATES]).default("active"),
    /** why it is not active */
    state_reason: model.text().nullable(),
    /** beginning of the history that is read */
    history_from: model.dateTime(),
    /** all transactions before it were read at least once; equals `history_from` before the first slice */
    pulled_until: model.dateTime(),
    /** end of the pull in progress; null when none is */
    pulling_until: model.dateTime().nullable(),
    /** when the last pull started, with any outcome */
    last_tried_at: model.dateTime().nullable(),
    last_pulled_at: model.dateTime().nullable(),
    /** the earliest transaction that is not allocated to payouts yet; null when all are */
    compose_from: model.dateTime().nullable(),
    /** the balance that the POS keeps in the account at a payout */
    minimum_balance: model.bigNumber().default(0),
    balance: model.bigNumber().nullable(),
    next_payout_amount: model.bigNumber().nullable(),
    /** DAILY, WEEKLY, MONTHLY, or a future value */
    payout_periodicity: model.text().nullable(),
    balance_read_at: model.dateTime().nullable(),
  })
  .indexes([{ on: ["connection_id", "account_group"], unique: true, where: "deleted_at IS NULL" }])

/**
 * An immutable movement of a merchant's account. Only two fields change later: the receipt payment that it is matched
 * with, and the withdrawal when the POS no longer lists it. Rows are ordered by `(occurred_at, originating_uuid, id)`,
 * so that a payment and its fee are adjacent.
 */
export const PosAccountTransaction = model
  .define("pos_account_transaction", {
    /** natural key: derived from all POS fields of the row and the number of equal rows before it */
    id: model.id({ prefix: "posatx" }).primaryKey(),
    connection_id: model.text(),
    account_group: model.text(),
    /** when money moved in the account, hours or days after the sale */
    occurred_at: model.dateTime(),
    /** one of the contract's types, or a future value */
    type: model.text(),
    originating_uuid: model.text(),
    /** minor units, signed */
    amount: model.bigNumber(),
    /** 1 for the first of several identical rows */
    occurrence: model.number().default(1),
    /** fields that the contract does not define */
    extra: model.json().nullable(),
    /** the receipt payment that caused it; null when there is none, or until the receipt is imported */
    receipt_payment_id: model.text().nullable(),
    /**
     * when a complete read of its period no longer listed it; null: it is valid. A withdrawn row is in no payout,
     * report, export or list, and is valid again when the POS lists it again
     */
    withdrawn_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "IDX_pos_account_transaction_place",
      on: ["connection_id", "account_group", "occurred_at", "originating_uuid", "id"],
    },
    {
      name: "IDX_pos_account_transaction_type_place",
      on: ["connection_id", "account_group", "type", "occurred_at", "originating_uuid", "id"],
    },
    { on: ["originating_uuid"] },
    {
      name: "IDX_pos_account_transaction_receiptless",
      on: ["connection_id", "account_group", "occurred_at", "originating_uuid", "id"],
      where: "receipt_payment_id IS NULL AND type IN ('PAYMENT', 'INVOICE_PAYMENT')",
    },
  ])

/**
 * A payout and the transactions it settled: those after position `after_*` and up to position `to_*`. Amounts in minor
 * units; the change of the balance is `gross + refunds + fees + returned + adjustments + amount`.
 */
export const PosPayout = model
  .define("pos_payout", {
    id: model.id({ prefix: "pospo" }).primaryKey(),
    connection_id: model.text(),
    account_group: model.text(),
    /** the account transaction of type PAYOUT */
    transaction_id: model.text(),
    originating_uuid: model.text(),
    occurred_at: model.dateTime(),
    /** as in the account: negative for money paid to the bank */
    amount: model.bigNumber(),
    state: model.enum([...PAYOUT_STATES]),
    /** the transactions' sum above the amount (negative: below); 0 when reconciled */
    difference: model.bigNumber(),
    /** balance of everything settled so far that remained in the account */
    retained: model.bigNumber(),
    transactions: model.number(),
    gross: model.bigNumber(),
    refunds: model.bigNumber(),
    fees: model.bigNumber(),
    /** returned money of failed payouts */
    returned: model.bigNumber(),
    adjustments: model.bigNumber(),
    after_at: model.dateTime(),
    after_uuid: model.text(),
    after_id: model.text(),
    to_at: model.dateTime(),
    to_uuid: model.text(),
    to_id: model.text(),
    /** the FAILED_PAYOUT transaction that returned the money; null for a successful payout */
    failed_transaction_id: model.text().nullable(),
    failed_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["transaction_id"], unique: true },
    { name: "IDX_pos_payout_occurred", on: ["connection_id", "account_group", "occurred_at", "id"] },
    { name: "IDX_pos_payout_place", on: ["connection_id", "account_group", "to_at", "to_uuid", "to_id"] },
  ])

/** A receipt's payment that the account may settle. Amounts in minor units, negative for a refund. */
export const PosReceiptPayment = model
  .define("pos_receipt_payment", {
    id: model.id({ prefix: "posrpay" }).primaryKey(),
    connection_id: model.text(),
    receipt_id: model.text(),
    /** originating UUID of the account transactions */
    payment_uuid: model.text(),
    /** type on the receipt, including future values */
    type: model.text(),
    amount: model.bigNumber(),
    gratuity_amount: model.bigNumber().nullable(),
    currency_code: model.text(),
    sold_at: model.dateTime(),
    refunds_payment_uuid: model.text().nullable(),
    /** the last four digits of the card, by which a person finds the receipt; null: none, or its details were erased */
    card_digits: model.text().nullable(),
    /** the reference number that the POS and the card slip show; null: none, or its details were erased */
    reference: model.text().nullable(),
    /**
     * whether the account must receive it at some time; false for payments that never pass through it, such as cash,
     * gift cards and alternative payments, and for invoices, which pass through it only when they are paid by card
     */
    settles: model.boolean(),
    /** the account transaction of the payment; null until it exists */
    transaction_id: model.text().nullable(),
  })
  .indexes([
    { on: ["payment_uuid", "connection_id"], unique: true },
    { on: ["receipt_id"] },
    { on: ["connection_id", "sold_at"] },
    {
      name: "IDX_pos_receipt_payment_card",
      on: ["card_digits", "connection_id", "sold_at"],
      where: "card_digits IS NOT NULL",
    },
    { name: "IDX_pos_receipt_payment_reference", on: ["reference", "connection_id"], where: "reference IS NOT NULL" },
    {
      name: "IDX_pos_receipt_payment_unsettled",
      on: ["connection_id", "sold_at", "id"],
      where: "settles AND transaction_id IS NULL",
    },
  ])

/** A financial discrepancy between two sources. Amounts in minor units. */
export const PosDiscrepancy = model
  .define("pos_discrepancy", {
    id: model.id({ prefix: "posmdiff" }).primaryKey(),
    connection_id: model.text(),
    /** one of MONEY_DIFFERENCE_KINDS, as text, so that a new kind needs no migration */
    kind: model.text(),
    /** the compared item: a sale's UUID, a day (YYYY-MM-DD), a payout's id */
    subject: model.text(),
    /** one of MONEY_DIFFERENCE_CAUSES */
    cause: model.text(),
    /** the expected amount: from the receipts, the POS, or the account's rows */
    expected: model.bigNumber(),
    /** the actual amount: of the store's order, the store's receipts, or the payout; null: it does not exist */
    found: model.bigNumber().nullable(),
    /** of a receipt: its differing fields with both values, see contract/finance.ts; null: another kind */
    changes: model.json().nullable(),
    /** number of the POS's purchases and of the store's receipts; null where nothing is counted */
    expected_count: model.number().nullable(),
    found_count: model.number().nullable(),
    currency_code: model.text(),
    /** when the sale, day or payout occurred */
    occurred_at: model.dateTime(),
    receipt_id: model.text().nullable(),
    order_id: model.text().nullable(),
    state: model.enum([...MONEY_DIFFERENCE_STATES]).default("open"),
    /** why it could not be repaired, or what a repaired order could not keep */
    failure: model.text().nullable(),
    found_at: model.dateTime(),
    /** when a comparison last found it */
    seen_at: model.dateTime(),
    resolved_at: model.dateTime().nullable(),
    /** why a person ignored it, in their words; null: no reason, or not ignored */
    dismissal_reason: model.text().nullable(),
  })
  .indexes([
    {
      name: "IDX_pos_discrepancy_open",
      on: ["connection_id", "kind", "subject"],
      unique: true,
      where: "state = 'open'",
    },
    {
      name: "IDX_pos_discrepancy_ignored",
      on: ["connection_id", "kind", "subject"],
      where: "state = 'ignored'",
    },
    { on: ["connection_id", "state", "found_at"] },
  ])

/**
 * Journal entry: what was booked of one receipt, payment or account transaction when days were closed. It is immutable
 * and kept when a connection's data is wiped, because accounting programs have these amounts. It is valid only while
 * the connection's settings contain a closing of that moment (`accounting.locks`), so a failed closing posts nothing.
 */
export const PosJournalEntry = model
  .define("pos_journal_entry", {
    id: model.id({ prefix: "posjrn" }).primaryKey(),
    connection_id: model.text(),
    /** when its days were closed */
    closed_at: model.dateTime(),
    source: model.enum([...JOURNAL_SOURCES]),
    /** a receipt's purchase UUID, a payment's UUID, or the id of an account transaction */
    source_key: model.text(),
    kind: model.enum([...VOUCHER_KINDS]),
    /** the day on which it is booked, ISO date */
    day: model.text(),
    /** the day on which it occurred, ISO date; earlier than `day` when that day was already closed */
    of_day: model.text(),
    /** of a payout: its UUID at the POS */
    reference: model.text().nullable(),
    /** why it is booked on another day than its own; null: it is not */
    cause: model.enum([...ENTRY_CAUSES]).nullable(),
    currency_code: model.text(),
    /** `[{kind, rate, amount}]`, minor units; empty for a payment, which is booked with its receipt */
    lines: model.json(),
  })
  .indexes([
    {
      name: "IDX_pos_journal_entry_source",
      on: ["source_key", "source", "connection_id", "closed_at"],
      unique: true,
    },
    { on: ["connection_id", "day"] },
  ])
