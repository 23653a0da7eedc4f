import { sign } from "jsonwebtoken"
import { API_KEY_PROBLEMS, checkApiKey, cleanApiKey } from "../connection"

const NOW = new Date("2026-11-24T12:00:00Z")
const CLAIMS = {
  client_id: "klient",
  aud: "API",
  type: "user-assertion",
  scope: "READ:PRODUCT WRITE:PRODUCT",
  name: "Åsa",
}
const keyOf = (more: object = {}) => sign({ ...CLAIMS, ...more }, "secret", { noTimestamp: true })
const key = keyOf()
const check = (pasted: string) => checkApiKey(pasted, { now: NOW, scopes: ["READ:PRODUCT", "WRITE:PRODUCT"] })

describe("[D54] A pasted API key", () => {
  it.each([
    ["the key", key],
    ["with line breaks", `\n${key.slice(0, 40)}\r\n  ${key.slice(40)}\n`],
    ["in quotes", `"${key}"`],
    ["in typographic quotes", `“${key}”`],
    ["as a header", `Bearer ${key}`],
    ["as a whole header", `Authorization: bearer ${key}`],
    ["that names no audience, type, scope or end", sign({ client_id: "klient" }, "secret")],
    ["for several audiences", keyOf({ aud: ["other", "API"] })],
    ["that ends tomorrow", keyOf({ exp: NOW.getTime() / 1_000 + 86_400 })],
  ])("[D54] %s is accepted", (_what, pasted) => expect(check(pasted)).toEqual({ problem: null, missingScopes: [] }))

  it("[D54] is stored without what copying added", () =>
    expect(cleanApiKey(` "Bearer ${key.slice(0, 9)}\n${key.slice(9)}" `)).toBe(key))

  it.each([
    ["hello", "no-key"],
    ["hej å 東京", "no-key"],
    ["01234567-89ab-11ee-8000-0123456789ab", "no-key"],
    ["…", "no-key"],
    [key.slice(0, 30), "incomplete"],
    [key.slice(0, key.lastIndexOf(".") + 1), "incomplete"],
    [key.slice(0, key.lastIndexOf(".") - 5) + key.slice(key.lastIndexOf(".")), "incomplete"],
    [sign("klient", "secret"), "incomplete"],
    [keyOf({ type: "access-token" }), "other-token"],
    [keyOf({ aud: "https://store.example.com" }), "other-token"],
    [sign({ sub: "me" }, "secret"), "other-token"],
    [keyOf({ exp: NOW.getTime() / 1_000 }), "expired"],
    [keyOf({ scope: ["READ:PRODUCT"] }), "missing-scope"],
  ])("[D54] %j is refused as %s", (pasted, problem) => {
    expect(API_KEY_PROBLEMS).toContain(problem)
    expect(check(pasted)).toMatchObject({ problem })
  })

  it("[D54] names the scopes that are missing", () =>
    expect(check(keyOf({ scope: "READ:PRODUCT" })).missingScopes).toEqual(["WRITE:PRODUCT"]))
})
