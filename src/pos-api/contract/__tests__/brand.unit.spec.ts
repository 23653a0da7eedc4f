import { brandNames } from "../common"

describe("names that carry the POS's brand", () => {
  it.each([[[]], [["Service"]], [["SERVICE"]]])("are headers in lower case and payment types in upper: %j", (brand) => {
    expect(brandNames(...brand)).toEqual({
      signatureHeader: "x-service-signature",
      applicationIdHeader: "x-service-application-id",
      paymentTypes: {
        card: "SERVICE_CARD",
        cardOnline: "SERVICE_CARD_ONLINE",
        cash: "SERVICE_CASH",
        invoice: "SERVICE_INVOICE",
        tapOnPhone: "SERVICE_TAP_ON_PHONE",
        paymentLink: "SERVICE_PAYMENT_LINK",
      },
    })
  })
})
