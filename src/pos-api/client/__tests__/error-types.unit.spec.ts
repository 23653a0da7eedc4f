import { ERROR_TYPES } from "../../contract"
import { hasErrorType, PosApiError } from "../index"
import { useLocalService } from "./local-service"

const service = useLocalService()

const UUID = "01234567-89ab-41ee-8000-0123456789ab"

async function failureOf(status: number, body: unknown): Promise<PosApiError> {
  service.current.answer = () => ({ status, body })
  const failure: unknown = await service.current
    .client()
    .products.get(UUID)
    .catch((error: unknown) => error)
  if (!(failure instanceof PosApiError)) {
    throw new Error(`The call failed in another way: ${String(failure)}`)
  }
  return failure
}

describe("an error of the POS", () => {
  it.each([
    [400, "ENTITY_NOT_FOUND", "PosNotFoundError"],
    [404, "ENTITY_NOT_FOUND", "PosNotFoundError"],
    [404, "SUBSCRIPTION_NOT_FOUND", "PosNotFoundError"],
    [400, "ITEM_ALREADY_EXIST", "PosRefusedError"],
    [409, "ITEM_ALREADY_EXIST", "PosRefusedError"],
    [422, "ITEM_ALREADY_EXIST", "PosRefusedError"],
    [404, "PRODUCT_NOT_TRACKED", "PosRefusedError"],
    [400, "SUBSCRIPTION_ALREADY_EXIST", "PosRefusedError"],
    [500, "DESTINATION_RESPONDED_WITH_ERROR_CODE", "PosRefusedError"],
    [401, "ENTITY_NOT_FOUND", "PosUnauthorizedError"],
    [404, null, "PosNotFoundError"],
    [412, undefined, "PosPreconditionFailedError"],
    [422, "SOMETHING_NEW", "PosRefusedError"],
    [500, "SOMETHING_NEW", "PosServerError"],
  ])("of %d and the word %s is a %s", async (status, errorType, name) => {
    const failure = await failureOf(status, { errorType, developerMessage: "Det gick inte" })
    expect([failure.name, failure.errorType, failure.status]).toEqual([name, errorType ?? null, status])
  })

  it("is asked for its word, not for its status", async () => {
    const failure = await failureOf(409, { errorType: "ITEM_ALREADY_EXIST" })
    expect(hasErrorType(failure, ERROR_TYPES.itemAlreadyExists)).toBe(true)
    expect(hasErrorType(failure, ERROR_TYPES.productNotTracked, ERROR_TYPES.itemAlreadyExists)).toBe(true)
    expect(hasErrorType(failure, ERROR_TYPES.productNotTracked, ERROR_TYPES.entityNotFound)).toBe(false)
    expect(hasErrorType(new Error("ITEM_ALREADY_EXIST"), ERROR_TYPES.itemAlreadyExists)).toBe(false)
  })

  it("keeps the word and the readable violations beside one in an unknown form", async () => {
    const violation = {
      propertyName: "name",
      constraintType: "INVALID_SIZE",
      value: "",
      expected: { min: 1, max: 256 },
    }
    const failure = await failureOf(422, { errorType: "SOMETHING_NEW", violations: [violation, "och mer", null] })
    expect(failure).toMatchObject({ errorType: "SOMETHING_NEW", violations: [violation] })
    expect(failure.message).toContain("name: INVALID_SIZE")
  })

  it.each([
    ["a page of HTML", "<html>Bad gateway</html>"],
    ["a list", ["ENTITY_NOT_FOUND"]],
    ["a word that is none", { errorType: 17 }],
  ])("that is %s has no word", async (_name, body) => {
    expect((await failureOf(400, body)).errorType).toBeNull()
  })

  it("about a wrong destination is not tried again, any other 500 is", async () => {
    await failureOf(500, { errorType: "DESTINATION_RESPONDED_WITH_ERROR_CODE" })
    const refused = service.current.received.length
    await failureOf(500, { errorType: "INTERNAL" })
    expect([refused, service.current.received.length - refused]).toEqual([1, 3])
  })
})
