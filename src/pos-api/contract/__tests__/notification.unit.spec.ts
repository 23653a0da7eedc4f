import { inventoryBalanceChangedPayloadSchema, notificationSchema, productUpdatedPayloadSchema } from "../notification"

const UUID = "0e6d7b58-cb5f-11f0-8de9-0242ac120002"
const STORE = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

const row = { organizationUuid: UUID, locationUuid: STORE, productUuid: UUID, variantUuid: STORE, balance: "12" }

describe("InventoryBalanceChanged", () => {
  it.each([
    ["a client that is named", { clientUuid: UUID }, UUID],
    ["no client", { clientUuid: null }, null],
  ])("is read with %s", (_name, client, clientUuid) => {
    const read = inventoryBalanceChangedPayloadSchema.parse({
      updated: { uuid: UUID, timestamp: "2026-11-21T09:08:07.123", userType: "USER", ...client },
      balanceBefore: [],
      balanceAfter: [{ ...row, created: "2026-11-21T09:08:07.123Z" }],
      externalUuid: null,
    })
    expect([read.updated?.clientUuid, read.balanceAfter[0]?.variantUuid]).toEqual([clientUuid, STORE])
  })

  it("may leave a side out that has no rows", () => {
    const read = inventoryBalanceChangedPayloadSchema.parse({ balanceBefore: null, balanceAfter: [row] })
    expect([read.balanceBefore.length, read.balanceAfter.length]).toEqual([0, 1])
  })
})

describe("ProductUpdated", () => {
  it("is read by the product as it is now, whatever stands for the one before", () => {
    const newEntity = { uuid: UUID, name: "Tröja" }
    expect(productUpdatedPayloadSchema.parse({ newEntity, oldEntity: "?" }).newEntity).toEqual(newEntity)
  })
})

describe("the envelope of a notification", () => {
  it.each([
    ["text", '{"a":1}'],
    ["an object", { a: 1 }],
  ])("holds its payload as %s", (_name, payload) => {
    const reported = {
      eventName: "PurchaseCreated",
      messageId: "m-1",
      messageUuid: "no uuid",
      payload,
      timestamp: null,
    }
    expect(notificationSchema.parse(reported)).toEqual(reported)
  })
})
