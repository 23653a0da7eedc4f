/** The shapes that the control routes answer with, as the server itself has them. */

/** @typedef {import("../../../../../src/pos-api/contract").Organization} Organization */
/** @typedef {import("../../../../../src/pos-api/contract").PosProduct & { balances: Record<string, string | null>, lowStock: Record<string, number | null>, tracked: boolean }} Product */
/** @typedef {import("../../../../../src/pos-api/contract").PosVariant} Variant */
/** @typedef {import("../../../../../src/pos-api/contract").Purchase} Purchase */
/** @typedef {import("../../../../../src/pos-api/contract").PurchaseRow} PurchaseRow */
/** @typedef {import("../../../../../src/pos-api/contract").PurchasePayment} Payment */
/** @typedef {import("../../../../../src/pos-api/contract").ErrorBody} ErrorBody */
/** @typedef {import("../../activity/activity-feed").Activity} Activity */
/** @typedef {import("../../faults/fault").Fault} Fault */
/** @typedef {import("../../faults/rate-budget").RateBudget} RateBudget */
/** @typedef {import("../../faults/rate-limits").BudgetLeft} BudgetLeft */
/** @typedef {Partial<Record<InterfaceName, RateBudget>>} Budgets */
/** @typedef {import("../../routes/control/records").ShownCall} ShownCall */
/** @typedef {import("../../http/interfaces").InterfaceName} InterfaceName */
/** @typedef {import("../../state/organization").Settings} Settings */
/** @typedef {import("../../state/dialect").DialectByPoint} DialectByPoint */
/** @typedef {import("../../state/dialect").DialectPoint} DialectPoint */
/** @typedef {import("../../state/organization").Delivery} Delivery */
/** @typedef {import("../../../../../src/pos-api/contract").GiftCard & { validTo: string | null }} GiftCard */

/** @typedef {{ uuid: string, name: string, products: number }} Category */
/** @typedef {{ now: string, stopped: boolean }} ClockState */
/** @typedef {{ at: string, contactEmail: string, subscriptionUuid: string, message: string }} FailureNotice */
/** @typedef {Purchase & { openQuantities: string[] }} Receipt */
/** @typedef {{ amount?: number, percentage?: number }} Discount minor units, or a percentage */

/**
 * What a basket comes to, in minor units.
 * @typedef {{
 *   rows: (PurchaseRow & { total: number })[],
 *   discounts: { value: number, percentage?: number }[],
 *   amount: number,
 *   vatAmount: number,
 *   groupedVatAmounts: Record<string, number>,
 *   tip: number,
 *   due: number,
 * }} SaleQuote
 */

/** @typedef {{ amount: number, payments: Payment[] }} RefundQuote */

export {}
