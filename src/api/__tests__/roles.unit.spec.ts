import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { MASK } from "../../contract/personal-data"
import { maskAnswer } from "../utils/masking"
import { hasPermission, requirePermission, type RolesOfMedusa } from "../utils/roles"

const isOn = (rbac: boolean) =>
  Object.assign(Object.create(null), { scope: { resolve: () => ({ isFeatureEnabled: () => rbac }) } })
const response: MedusaResponse = Object.create(null)

const denied = new MedusaError(MedusaError.Types.FORBIDDEN, "Forbidden")

/** The middleware that Medusa has after 2.21, which throws. */
const laterMedusa = (failure: Error | null): RolesOfMedusa => ({
  authorize: () => async (_request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction) => {
    if (failure) {
      throw failure
    }
    next()
  },
})

/** The wrapper that Medusa has up to 2.21, which hands an error on. */
const presentMedusa = (failure: Error | null): RolesOfMedusa => ({
  wrapWithPoliciesCheck: (handler) => (request: MedusaRequest, answer: MedusaResponse, next: MedusaNextFunction) =>
    failure ? next(failure) : handler(request, answer, next),
})

describe("Roles in each version of Medusa", () => {
  const validate = () => undefined

  it("carry the policy where the version checks it, before the route's own middlewares", () => {
    const policies = [{ resource: "pos", operation: "operate" }]
    expect(requirePermission("operate", [validate], presentMedusa(null))).toEqual({ middlewares: [validate], policies })
    const later = requirePermission("operate", [validate], laterMedusa(null))
    expect(later).toEqual({ middlewares: [expect.any(Function), validate] })
    expect(requirePermission("view", [validate], {})).toEqual({
      middlewares: [validate],
      policies: [{ resource: "pos", operation: "view" }],
    })
  })

  it.each([
    ["up to 2.21", presentMedusa],
    ["after 2.21", laterMedusa],
  ])("%s, the version itself says who has a right", async (_versions, medusa) => {
    expect(await hasPermission(isOn(true), response, "finance", medusa(null))).toBe(true)
    expect(await hasPermission(isOn(true), response, "finance", medusa(denied))).toBe(false)
    expect(await hasPermission(isOn(false), response, "finance", medusa(denied))).toBe(true)
    await expect(hasPermission(isOn(true), response, "finance", medusa(new Error("no database")))).rejects.toThrow(
      "no database"
    )
  })

  it("are not asked of a version without roles", async () => {
    expect(await hasPermission(isOn(true), response, "manage", {})).toBe(true)
  })
})

describe("An answer to a caller without `pos:finance`", () => {
  it("has neither cashiers nor gift cards, wherever they are, and is otherwise the same", () => {
    const sold_at = new Date()
    expect(
      maskAnswer({
        receipts: [{ id: "posrec_1", cashier: "Åsa", sold_at, sheet: { rows: [{ gift_card_uuid: "a" }] } }],
        gift_card: { card_uuid: "b", remaining_amount: 5 },
        customer: { name: "Bo", email: "bo@example.com" },
        count: 1,
        nothing: { cashier: null, gift_card_uuid: null },
      })
    ).toEqual({
      receipts: [{ id: "posrec_1", cashier: MASK, sold_at, sheet: { rows: [{ gift_card_uuid: MASK }] } }],
      gift_card: { card_uuid: MASK, remaining_amount: 5 },
      customer: { name: "Bo", email: "bo@example.com" },
      count: 1,
      nothing: { cashier: null, gift_card_uuid: null },
    })
  })

  it("has of what the POS sent only what names no person and no card", () => {
    const purchase = {
      userDisplayName: "Åsa",
      products: [{ name: "Presentkort", details: { giftcardUuid: "a" } }],
      amount: 5,
    }
    const masked = {
      userDisplayName: MASK,
      products: [{ name: "Presentkort", details: { giftcardUuid: MASK } }],
      amount: 5,
    }
    expect(maskAnswer({ inbox_entry: { id: "a", payload: { payload: JSON.stringify(purchase) } } })).toEqual({
      inbox_entry: { id: "a", payload: { payload: masked } },
    })
    expect(maskAnswer({ payload: JSON.stringify(purchase) })).toEqual({ payload: masked })
    expect(maskAnswer({ payload: "Åsa sold it" })).toEqual({ payload: MASK })
  })
})
