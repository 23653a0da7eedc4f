import { findDeadLinks, listAnchors, readLinks } from "../find-dead-links"

const STOCK = { name: "docs/guides/stock.md", text: "# Stock\n\n## Low levels\n\n## Set levels\n" }

const findIn = (text: string) =>
  findDeadLinks([{ name: "docs/guides/sales.md", text }, STOCK], (name) =>
    ["docs/guides/sales.md", "docs/guides/stock.md", "docs/image.png", "README.md"].includes(name)
  )

describe("npm run check:links", () => {
  it.each([
    "[stock](stock.md)",
    "[stock](./stock.md#low-levels)",
    "[README](../../README.md)",
    "![image](../image.png)",
    '[stock](stock.md "Levels")',
    "[page](https://example.com/missing.md#missing)",
    "`[code](missing.md)`",
    "```md\n[code](missing.md)\n```",
    "# Sales\n\n[above](#sales)",
  ])("accepts %s", (text) => {
    expect(findIn(text)).toEqual([])
  })

  it.each([
    ["[stock](stok.md)", "docs/guides/sales.md:1: no file docs/guides/stok.md"],
    ["Text.\n\n![image](image.png)", "docs/guides/sales.md:3: no file docs/guides/image.png"],
    ["[low](stock.md#low-stock)", "docs/guides/sales.md:1: no heading #low-stock in docs/guides/stock.md"],
    ["[below](#missing)", "docs/guides/sales.md:1: no heading #missing in docs/guides/sales.md"],
    ["[stock][1]\n\n[1]: stok.md", "docs/guides/sales.md:3: no file docs/guides/stok.md"],
  ])("finds the dead link of %j", (text, problem) => {
    expect(findIn(text)).toEqual([problem])
  })

  it("creates anchors as GitHub does", () => {
    const text = "# What is `pos`?\n\n## A & B\n\n## A & B\n\n```bash\n# no heading\n```\n\n## [Linked](a.md) text\n"
    expect(listAnchors(text)).toEqual(["what-is-pos", "a--b", "a--b-1", "linked-text"])
  })

  it("reads the lines of links", () => {
    expect(readLinks("One [a](a.md).\nTwo [b](b.md#c).\n")).toEqual([
      { target: "a.md", line: 1 },
      { target: "b.md#c", line: 2 },
    ])
  })
})
