import { editDistance, findOperation, nearestRoute } from "../explain-error"

const letters = (left: string, right: string) =>
  editDistance([...left], [...right], (character, by) => (character === by ? 0 : 1))

describe("Edit distance", () => {
  it.each([
    ["", "", 0],
    ["abc", "", 3],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["smörgås", "smorgas", 2],
    ["東京", "東京都", 1],
  ])("from %j to %j is %d", (left, right, distance) => expect(letters(left, right)).toBe(distance))
})

describe("The nearest route", () => {
  it.each([
    ["GET", "/purchase/v2", "GET /purchases/v2"],
    ["POST", "/purchases/v2", "GET /purchases/v2"],
    ["GET", "/organizations/self/product/v2", "GET /organizations/{organizationUuid}/products/v2"],
    ["GET", "/v3/stocks", "GET /v3/stock"],
    ["PATCH", "/v3/movement", "POST /v3/movements"],
    ["GET", "/organizations/self/subscription", "GET /organizations/{organizationUuid}/subscriptions"],
  ])("%s %s is %s", (method, path, expected) => {
    const nearest = nearestRoute(method, path)
    expect(`${nearest?.method} ${nearest?.path}`).toBe(expected)
  })

  it("of the longest path that a server takes is found by its first segments and their first characters", () => {
    const first = nearestRoute("GET", `/${"å".repeat(64)}`.repeat(12))
    expect(first).not.toBeNull()
    expect(nearestRoute("GET", `/${"å".repeat(64)}${"products".repeat(1_000)}`.repeat(12))).toEqual(first)
    expect(nearestRoute("GET", `${`/${"å".repeat(64)}`.repeat(12)}${"/products".repeat(8_000)}`)).toEqual(first)
  })

  it("a call that there is has its own operation, the very word before a parameter", () => {
    expect(findOperation("GET", "/organizations/self/products/v2/count/")?.id).toMatch(/count/i)
    expect(findOperation("GET", "/nowhere")).toBeUndefined()
  })
})
