import { PosContractError, PosForbiddenError } from "../index"
import { useLocalService } from "./local-service"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"
const CARD = {
  uuid: UUID,
  created: "2026-01-31",
  validTo: "2028-01-31",
  initialAmount: 50_000,
  remainingAmount: 12_500,
}

describe("gift cards", () => {
  const service = useLocalService()
  const read = () => service.current.client().giftCards.get(UUID)

  it("reads one", async () => {
    service.current.answer = () => ({ body: { ...CARD, newField: 1 } })
    expect(await read()).toEqual({ ...CARD, newField: 1 })
    expect(service.current.received[0]?.path).toBe(`/organizations/self/giftcards/external/${UUID}`)
  })

  it.each([
    ["the reference's capitals", { ...CARD, created: undefined, Created: "2026-01-31" }, { created: "2026-01-31" }],
    ["one that never expires", { ...CARD, validTo: null }, { validTo: null }],
  ])("reads %s", async (_name, body, expected) => {
    service.current.answer = () => ({ body })
    expect(await read()).toMatchObject(expected)
  })

  it("has none where the POS knows none, without trying again", async () => {
    service.current.answer = () => ({ status: 404 })
    expect(await read()).toBeNull()
    expect(service.current.received).toHaveLength(1)
  })

  it("reports every other failure", async () => {
    service.current.answersInTurn({ status: 403 }, { body: { ...CARD, remainingAmount: 1.5 } })
    await expect(read()).rejects.toThrow(PosForbiddenError)
    await expect(read()).rejects.toThrow(PosContractError)
  })
})
