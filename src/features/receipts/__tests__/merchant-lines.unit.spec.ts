import { getMerchantDetails, toMerchantDetails } from "../../../modules/pos/connection-record"
import { organizationSchema } from "../../../pos-api/contract"
import { getDocumentTexts } from "../document"
import { merchantLines } from "../rules"

const profile = (change: object = {}) =>
  organizationSchema.parse({ uuid: "0e6d7b58-cb5f-11f0-8de9-0242ac120002", name: "Åsas Butik", ...change })

const linesOf = (change: object) =>
  merchantLines("Åsas Butik", toMerchantDetails(profile(change)), getDocumentTexts("sv").companyNumber)

describe("The merchant's legal data on a receipt", () => {
  it("is legal name, address, telephone and company number", () => {
    const named = {
      address: "Storgatan 1",
      addressLine2: "",
      zipCode: "111 22",
      city: "Stockholm",
      phoneNumber: "+46812345678",
      legalName: "Öberg Handel AB",
      legalEntityNr: "556000-0000",
    }
    expect(linesOf(named)).toEqual([
      "Öberg Handel AB",
      "Storgatan 1",
      "111 22 Stockholm",
      "+46812345678",
      "Org.nr 556000-0000",
    ])
  })

  it.each([
    ["nothing that the POS does not name", {}, []],
    ["nothing for empty texts and for values that are no text", { legalName: " ", city: null, phoneNumber: {} }, []],
    ["no legal name that is the store's own", { legalName: "ÅSAS BUTIK", city: "Växjö" }, ["Växjö"]],
    [
      "the registered address where the store names none",
      { legalAddress: "Box 1", legalZipCode: 35_230, legalCity: "Växjö" },
      ["Box 1", "35230 Växjö"],
    ],
    [
      "the store's address before the registered one",
      { address: "Storgatan 1", legalAddress: "Box 1", legalCity: "Växjö" },
      ["Storgatan 1"],
    ],
  ])("is %s", (_name, named, lines) => {
    expect(linesOf(named)).toEqual(lines)
  })

  it("is read as it was stored, and missing before the POS has named it", () => {
    const details = toMerchantDetails(profile({ legalName: "Öberg Handel AB" }))
    expect(getMerchantDetails({ merchant_details: details })).toEqual(details)
    expect(getMerchantDetails({ merchant_details: null })).toBeNull()
    expect(merchantLines("Åsas Butik", null, "")).toEqual([])
  })
})
