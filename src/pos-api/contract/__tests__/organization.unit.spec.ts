import { organizationSchema } from "../account"

const uuid = "0e6d7b58-cb5f-11f0-8de9-0242ac120002"

describe("the profile of an organization", () => {
  it.each([
    ["says nothing of taxes", {}, { taxationType: "VAT", taxationMode: "INCLUSIVE" }],
    [
      "has nulls for taxes",
      { taxationType: null, taxationMode: null },
      { taxationType: "VAT", taxationMode: "INCLUSIVE" },
    ],
    [
      "has sales tax",
      { taxationType: "SALES_TAX", taxationMode: "EXCLUSIVE" },
      { taxationType: "SALES_TAX", taxationMode: "EXCLUSIVE" },
    ],
    ["has its rate as a number", { vatPercentage: 20 }, { vatPercentage: 20 }],
    ["has its rate as text", { vatPercentage: "25.5" }, { vatPercentage: 25.5 }],
    ["is not healthy", { customerStatus: "REJECTED", nyttFält: 1 }, { customerStatus: "REJECTED", nyttFält: 1 }],
  ])("that %s", (_name, reported, read) => {
    expect(organizationSchema.parse({ uuid, ...reported })).toMatchObject(read)
  })
})
