import type { Connection } from "../lib/answers/connection"
import { groupPreviews, wantedNames } from "../lib/copied-settings"
import { connection } from "./connection"

const malmo = connection("malmö", "active")
const tokyo = connection("東京", "active")
const kuwait = connection("kuwait", "paused")

type Change = [name: string, before: unknown, after: unknown]

const preview = (target: Connection, changes: Change[], leftOut: [name: string, reason: string][] = []) => ({
  connection: target,
  copied: {
    changes: changes.map(([name, before, after]) => ({ name, before, after })),
    left_out: leftOut.map(([name, reason]) => ({ name, reason })),
  },
})

describe("The preview of copying settings to several connections", () => {
  it("puts connections together whose values are the same, by setting", () => {
    const previews = [
      preview(malmo, [
        ["images", "url", "off"],
        ["stock_buffer", "0", "0.350"],
      ]),
      preview(
        tokyo,
        [
          ["images", "url", "off"],
          ["stock_buffer", "2", "0.350"],
        ],
        [["price", "other-currency"]]
      ),
      preview(kuwait, [], [["price", "other-currency"]]),
    ]
    expect(groupPreviews(previews)).toEqual({
      changes: [
        { name: "images", ways: [{ before: "url", after: "off", connections: [malmo, tokyo] }] },
        {
          name: "stock_buffer",
          ways: [
            { before: "0", after: "0.350", connections: [malmo] },
            { before: "2", after: "0.350", connections: [tokyo] },
          ],
        },
      ],
      leftOut: [{ name: "price", reason: "other-currency", connections: [tokyo, kuwait] }],
      same: [],
    })
  })

  it.each<[string, ReturnType<typeof preview>[], Connection[]]>([
    ["without changes", [preview(malmo, [])], [malmo]],
    ["of nothing", [], []],
    ["where something does not fit", [preview(malmo, [], [["accounting", "other-country"]])], []],
  ])("%s names those that have the same settings already", (_title, previews, same) => {
    expect(groupPreviews(previews)).toMatchObject({ changes: [], same })
  })

  it("copies to each connection only what differs there and is wanted", () => {
    const both = preview(malmo, [
      ["images", "url", "off"],
      ["price", { sale_prices: true }, { sale_prices: false }],
    ])
    expect(wantedNames(both, [])).toEqual(["images", "price"])
    expect(wantedNames(both, ["images"])).toEqual(["price"])
    expect(wantedNames(preview(tokyo, []), ["images"])).toEqual([])
  })
})
