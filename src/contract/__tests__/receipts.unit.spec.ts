import { meansOfPayment, patternOfMeans, PAYMENT_MEANS } from "../receipts"

const TYPES = [
  "SERVICE_CARD",
  "ACME_CARD_ONLINE",
  "SERVICE_TAP_ON_PHONE",
  "SERVICE_PAYMENT_LINK",
  "SERVICE_CASH",
  "CASH",
  "SERVICE_INVOICE",
  "GIFTCARD",
  "PAYPAL",
  "KLARNA",
  "SERVICE_ALT_PAY_SE",
  "STORE_CREDIT",
  "CARDBOARD",
  "東京",
]

describe("The pattern of a payment method", () => {
  it.each(TYPES)("matches the type %s for its own method only", (type) => {
    const matching = PAYMENT_MEANS.filter((means) => {
      const { pattern, isMatch } = patternOfMeans(means)
      return new RegExp(pattern).test(type) === isMatch
    })
    expect(matching).toEqual([meansOfPayment(type)])
  })
})
