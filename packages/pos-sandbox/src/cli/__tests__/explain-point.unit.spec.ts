import { DIALECT_POINTS } from "../../state/dialect"
import { POINT_DESCRIPTIONS } from "../../state/dialect-points"
import { explainPoint, listPoints } from "../explain-point"

describe("pos-sandbox explain", () => {
  it("lists every point once, with what it is about", () => {
    const lines = listPoints().split("\n")
    for (const point of DIALECT_POINTS) {
      const listed = lines.filter((line) => line.trim().split(" ")[0] === point)
      expect(listed).toEqual([expect.stringContaining(POINT_DESCRIPTIONS[point].label)])
    }
  })

  it.each(DIALECT_POINTS)("says of %s what each profile does, and where it was seen", (point) => {
    const { spec, field, odd, seen } = POINT_DESCRIPTIONS[point]
    const text = explainPoint(point)
    for (const part of [`spec   ${spec}`, `field  ${field}`, `odd    ${odd ?? "as field"}`, seen]) {
      expect(text).toContain(part)
    }
  })

  it("takes a name in any case, and says where to look for another", () => {
    expect(explainPoint("stockrow")).toContain("stockRow: Form of a stock row (Inventory)")
    expect(() => explainPoint("stock")).toThrow("There is no point stock; pos-sandbox explain lists the points")
  })
})
