import {
  AuthorizationCodeRefusedError,
  CredentialsRevokedError,
  InvalidApiKeyError,
  InvalidOAuthClientError,
  PosApiError,
  PosForeignLinkError,
  UnknownApplicationError,
} from "../index"
import { errorThrownBy, useLocalService } from "./local-service"

const service = useLocalService()

const UUID = "01234567-89ab-41ee-8000-0123456789ab"
const CALL = `GET /organizations/self/products/${UUID} (product library)`

const failureOf = (answer: { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }) => {
  service.current.answer = () => answer
  return errorThrownBy(service.current.client(0).products.get(UUID), PosApiError)
}

describe("what a person reads of a call that failed", () => {
  it.each<[number, string, boolean]>([
    [401, `The POS no longer accepts the credentials (${CALL}). Connect again with a new API key.`, false],
    [403, `The API key lacks a scope for ${CALL}. Create a key with all scopes. (no)`, false],
    [404, `The POS does not know what ${CALL} names.`, false],
    [412, `The product was changed at the POS meanwhile (${CALL}). Read it again.`, false],
    [422, `The POS refused ${CALL} with 422 (no)`, false],
    [429, `The POS limits the rate of calls (${CALL}). It is tried again later.`, true],
    [500, `The POS failed on ${CALL} with 500. It is tried again later. (no)`, true],
  ])(
    "and that was answered %d: which call, why, what helps, whether it may pass by itself",
    async (status, message, retryable) => {
      const error = await failureOf({ status, text: "no" })
      expect(error).toMatchObject({ message, retryable, status, call: CALL, effect: status < 500 ? "none" : "unknown" })
    }
  )

  it("has the POS's own words of each field", async () => {
    const violations = [
      { propertyName: "name", developerMessage: "must not be blank", constraintType: "MUST_NOT_BE_EMPTY" },
      { constraintType: "INVALID_RANGE" },
    ]
    expect((await failureOf({ status: 400, body: { violations } })).message).toMatch(
      /with 400 \(name: must not be blank; INVALID_RANGE\)$/
    )
    expect((await failureOf({ status: 400, text: "" })).message).toMatch(/with 400$/)
  })

  it("has no secret in it, and keeps what came readable for a database", async () => {
    const body = { access_token: "hemligt", note: "a\u0000b" }
    expect((await failureOf({ status: 400, body })).message).toMatch(/\{"access_token":"…","note":"a\\u0000b"\}/)
    expect((await failureOf({ status: 400, text: "halv\u0000t" })).body).toBe("halv\ufffdt")
    expect((await failureOf({ status: 400, text: "å".repeat(5_000) })).body).toBe("å".repeat(4_096))
  })

  it.each([
    ["another kind", { uuid: UUID, name: 7 }, /name is a number where a text belongs \(\{"name":7\}\)$/, false],
    ["a member of a list", { uuid: UUID, variants: [{}] }, /variants\.0\.uuid is missing \(\{"uuid":null\}\)$/, false],
    ["no answer at all", null, /the data is empty where a group of fields belongs \(an empty answer\)$/, true],
    ["a page of another kind", "<html>", /\(<html>\)$/, true],
    ["much", { uuid: "x".repeat(500) }, /\(\{"uuid":"x{191}…\)$/, false],
    ["just as much as is shown", "<".repeat(200), /\(<{200}\)$/, true],
    ["a secret", { uuid: UUID, etag: 1, refresh_token: "hemligt" }, /etag is a number/, false],
  ])(
    "of an answer that is not understood: the part that is not, as it came: %s",
    async (_what, body, message, isOfWholeAnswer) => {
      const error = await failureOf(typeof body === "string" ? { text: body } : { body })
      expect(error.message).toMatch(message)
      expect(error.message).toContain(`The POS answered ${CALL} in a form that is not understood: `)
      expect(error.message).not.toContain("hemligt")
      expect(error).toMatchObject({ name: "PosContractError", retryable: false, effect: "unknown", isOfWholeAnswer })
    }
  )

  it("says where a list is said to go on, and does not go there", async () => {
    const { inventory } = service.current.client(0)
    const failure = async (link: string) => {
      service.current.answer = () => ({ body: [], headers: { link } })
      return errorThrownBy(inventory?.stock(UUID) ?? Promise.resolve(), PosForeignLinkError)
    }
    const reported = (where: string) =>
      `The POS redirects GET /v3/stock/${UUID} (inventory) to ${where}, which is not its configured address. ` +
      "Check the plugin's addresses."
    const far = await failure('<https://far.example/v3?cursor=1>; rel="next"')
    expect(far).toMatchObject({ message: reported("https://far.example"), retryable: false })
    expect((await failure('<http://[>; rel="next"')).message).toBe(reported("http://["))
  })
})

describe("what a person reads of credentials that are not accepted", () => {
  const failed = { call: "POST /token (OAuth)", status: 400 }

  it.each<[() => Error, string, RegExp]>([
    [
      () => new InvalidApiKeyError("it is empty"),
      "InvalidApiKeyError",
      /it is empty\. Copy the whole key from its key page\.$/,
    ],
    [
      () => new CredentialsRevokedError(failed, "API key"),
      "CredentialsRevokedError",
      /deleted or revoked\. Create a new key/,
    ],
    [
      () => new CredentialsRevokedError(failed, "refresh token"),
      "CredentialsRevokedError",
      /disconnected there.* Connect again\.$/,
    ],
    [
      () => new AuthorizationCodeRefusedError(failed),
      "AuthorizationCodeRefusedError",
      /sign-in: it took too long.* Connect again\.$/,
    ],
    [
      () => new UnknownApplicationError(failed, null),
      "UnknownApplicationError",
      /Set the option applicationId to the id of an application that is registered/,
    ],
    [
      () => new UnknownApplicationError(failed, "kassan"),
      "UnknownApplicationError",
      /"kassan".* registered at the POS, or leave it out\.$/,
    ],
    [
      () => new InvalidOAuthClientError(failed),
      "InvalidOAuthClientError",
      /check the client id and the client secret\.$/,
    ],
  ])("what helps: %#", (make, name, message) => {
    const error = make()
    expect(error.name).toBe(name)
    expect(error.message).toMatch(message)
    // Asking again would not help: nobody has changed anything.
    expect(error instanceof PosApiError && error.retryable).toBe(false)
  })
})
