import { folderName, folderNames } from "../zip"

describe("folder names", () => {
  it.each([
    ["Ångström & Söner AB", "Ångström & Söner AB"],
    ["東京タワー", "東京タワー"],
    ["A\u030angstro\u0308m", "Ångström"],
    ["../../etc/passwd", "-.-etc-passwd"],
    ["..\\windows", "-windows"],
    ["Malmö / Lund", "Malmö - Lund"],
    [".hidden", "hidden"],
    [" Café. . ", "Café"],
    ["a...b", "a.b"],
    ["line\r\nbreak\u0000\u202etxt", "line-break-txt"],
    ["half \ud800 pair", "half - pair"],
    ["C:\\Store|1?", "C-Store-1-"],
    ["CON", "_CON"],
    ["nul.store", "_nul.store"],
    ["Consul", "Consul"],
    ["..", ""],
    ["  ", ""],
  ])("%j becomes %j", (name, folder) => {
    expect(folderName(name)).toBe(folder)
  })

  it("are short enough for file systems, without a half character at the end", () => {
    expect(folderName("😀".repeat(300))).toBe("😀".repeat(50))
    expect(folderName(`${"a".repeat(49)}. b`)).toBe("a".repeat(49))
  })

  it("are unique, also without regard to case", () => {
    expect(folderNames(["Å", "å", "Å", "", "..", "list.txt"], ["list.txt"])).toEqual([
      "Å",
      "å (2)",
      "Å (3)",
      "-",
      "- (2)",
      "list.txt (2)",
    ])
    expect(folderNames(["A (2)", "A", "A"], [])).toEqual(["A (2)", "A", "A (3)"])
  })
})
