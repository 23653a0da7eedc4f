import { reasonsIn, saidAndRaw } from "../../../contract/reasons"
import { PosRefusedError } from "../../../pos-api/client"
import { readErrorBody } from "../../../pos-api/client/failures"
import { toResult } from "../send-results"

const refusalFor = (answer: unknown) =>
  new PosRefusedError({ call: "PUT product library /products", status: 422, ...readErrorBody(answer) })

const violation = (propertyName: unknown, constraintType: unknown, developerMessage: unknown) => ({
  violations: [{ propertyName, constraintType, developerMessage }],
})

describe("What a merchant is notified of a product that the POS refused", () => {
  it.each<[string, unknown, string, string | null]>([
    [
      "a name that is too long",
      violation("name", "INVALID_SIZE", "size must be between 1 and 256"),
      "The POS refused the product: name is too long or too short",
      "name: size must be between 1 and 256",
    ],
    [
      "a constraint that nobody has seen before",
      violation("variants[0].price", "東京", null),
      "The POS refused the product: variants[0].price is not taken",
      "variants[0].price: 東京",
    ],
    [
      "a fault without a field",
      violation(null, null, "Invalid input: expected number, received string"),
      "The POS refused the product",
      "Invalid input: expected number, received string",
    ],
    [
      "a fault whose parts are of other kinds",
      { errorType: "VALIDATION", violations: [7, { propertyName: 3 }] },
      "The POS refused the product",
      '{"errorType":"VALIDATION","violations":[7,{"propertyName":3}]}',
    ],
    ["a page instead of an answer", "<h1>Åtkomst nekad</h1>", "The POS refused the product", "<h1>Åtkomst nekad</h1>"],
    ["nothing at all", "", "The POS refused the product", null],
  ])("%s", (_name, answer, said, raw) => {
    const result = toResult("posplink_1", refusalFor(answer))
    const reason = "reason" in result ? result.reason : ""
    expect(saidAndRaw(reason)).toEqual({ said, raw })
    expect(reasonsIn(reason)).toEqual(["refused"])
  })
})
