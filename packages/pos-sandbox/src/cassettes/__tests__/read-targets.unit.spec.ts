import { readTargets } from "../replay"

describe("Targets of a recording", () => {
  it("are one address, or one for each interface", () => {
    expect(readTargets(["https://api.example.com"])).toBe("https://api.example.com")
    expect(readTargets(["purchases=https://p.example.com", "gift-cards=http://127.0.0.1:9"])).toEqual({
      purchases: "https://p.example.com",
      "gift-cards": "http://127.0.0.1:9",
    })
  })

  it.each([["ftp://x"], ["registers=https://x.example.com"], ["purchases=nowhere"], [""]])("%j is none", (text) =>
    expect(() => readTargets([text])).toThrow(/is not a target/)
  )
})
