import { generateEntityId } from "@medusajs/framework/utils"
import { entityId } from "../entity-id"

const FORM = /^order_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

it("has Medusa's form, and sorts with Medusa's ids by the time they were made", async () => {
  const before = generateEntityId("", "order")
  await new Promise((resolve) => setTimeout(resolve, 5))
  const id = entityId("order")
  await new Promise((resolve) => setTimeout(resolve, 5))
  const after = generateEntityId("", "order")
  expect(before).toMatch(FORM)
  expect(id).toMatch(FORM)
  expect([after, id, before].sort()).toEqual([before, id, after])
})

it("never gives an id twice, and each after the one before", () => {
  const ids = Array.from({ length: 20_000 }, () => entityId("posin"))
  expect(new Set(ids).size).toBe(20_000)
  expect([...ids].sort()).toEqual(ids)
})
