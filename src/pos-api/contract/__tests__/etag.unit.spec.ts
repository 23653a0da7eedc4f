import { etagSchema, quotedEtag } from "../common"

describe("a version of a product", () => {
  it.each([
    ["7", "7"],
    ['"7"', "7"],
    ['W/"7f-å"', "7f-å"],
    ["W/7", "7"],
    ['""', ""],
    ['a"7"', 'a"7"'],
    ['"7"b', '"7"b'],
    ["aW/7", "aW/7"],
  ])("%s is the same text in every form: %s", (etag, bare) => {
    expect(etagSchema.parse(etag)).toBe(bare)
    expect(quotedEtag(etag)).toBe(`"${bare}"`)
  })
})
