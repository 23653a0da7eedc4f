import { purchaseForAccountingSchema } from "../purchase"

const uuid = (digit: number) => `0000000${digit}-89ab-11ee-8000-0123456789ab`

describe("a purchase for the accounting", () => {
  it("has its figures, and nothing that reports a person, a card, a device or a place", () => {
    const figures = {
      purchaseUUID1: uuid(1),
      created: "2026-11-21T10:00:00.000+0000",
      amount: 100,
      vatAmount: 20,
      currency: "SEK",
      references: { checkoutUUID: "x" },
    }
    const row = { quantity: "1", type: "GIFTCARD", name: "Kort", unitPrice: 100, details: { giftcardUuid: uuid(2) } }
    const payment = { uuid: uuid(3), type: "SERVICE_CARD", amount: 100, references: { refundsPayment: uuid(4) } }
    const kept = { cardType: "VISA", GiftcardUuid: uuid(2) }
    const personal = {
      userDisplayName: "Åsa",
      userUuid: uuid(5),
      udid: "phone",
      cashRegister: { name: "Kassa 1" },
      email: "å@x.se",
      gpsCoordinates: { longitude: 18, latitude: 59 },
    }
    const whole = {
      ...figures,
      ...personal,
      references: { ...figures.references, customer: "Åsa" },
      products: [{ ...row, comment: "till Åsa", engraving: "Åsa", details: { ...row.details, to: "Åsa" } }],
      payments: [
        {
          ...payment,
          cardholder: "Åsa",
          references: { ...payment.references, customer: "Åsa" },
          attributes: { ...kept, maskedPan: "**** 1234", cardholderName: "Åsa" },
        },
      ],
    }
    expect(purchaseForAccountingSchema.parse(whole)).toEqual({
      ...figures,
      products: [row],
      payments: [{ ...payment, attributes: kept }],
    })
  })
})
