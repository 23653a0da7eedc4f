/** @import { Purchase, PurchaseRow } from "../types.js" */

/** @typedef {{ rate: number, net: number, tax: number }} RateTax percent; minor units, net without a service charge */

/**
 * The taxes of a receipt, the highest rate first. A service that answers as observed groups turnover by rate, one that
 * answers as specified groups tax; the sum shows which of them a receipt has.
 * @param {Purchase} purchase
 * @returns {RateTax[]}
 */
export function taxesOf({ groupedVatAmounts, vatAmount, products, serviceCharge, taxationMode }) {
  const groups = Object.entries(groupedVatAmounts ?? {}).map(([rate, amount]) => ({
    rate: Number(rate),
    amount: Number(amount),
  }))
  const groupsTax = groups.reduce((sum, { amount }) => sum + amount, 0) === (vatAmount ?? 0)
  return groups
    .map(({ rate, amount }) => {
      const net = products
        .filter((row) => rateOf(row) === rate)
        .reduce((sum, { rowTaxableAmount }) => sum + (rowTaxableAmount ?? 0), 0)
      const charged = serviceCharge && (serviceCharge.vatPercentage ?? 0) === rate ? serviceCharge.amount : 0
      const chargedNet = taxationMode === "EXCLUSIVE" ? charged : Math.round((charged * 100) / (100 + rate))
      return { rate, net, tax: groupsTax ? amount : amount - net - chargedNet }
    })
    .sort((one, other) => other.rate - one.rate)
}

/**
 * @param {PurchaseRow} row
 * @returns {number} percent
 */
const rateOf = (row) =>
  row.vatPercentage ?? (row.taxRates ?? []).reduce((sum, { percentage }) => sum + (percentage ?? 0), 0)
