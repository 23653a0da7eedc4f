import { randomBytes } from "node:crypto"
import { unzipSync } from "fflate"
import { writeZip, ZipTooLargeError } from "../zip"

const NOW = new Date("2026-11-27T22:31:44Z")

type Fill = Parameters<typeof writeZip>[2]

async function zipped(fill: Fill): Promise<{ zip: Buffer; pieces: number }> {
  const pieces: Buffer[] = []
  await writeZip(async (piece) => void pieces.push(Buffer.from(piece)), NOW, fill)
  return { zip: Buffer.concat(pieces), pieces: pieces.length }
}

describe("writeZip", () => {
  it("writes files one after another, in pieces, and returns what they result in", async () => {
    const part = Array.from({ length: 50_000 }, (_, index) => `${index},åäö,${Math.sin(index)}\r\n`).join("")
    const results: number[] = []
    const { zip, pieces } = await zipped(async (add) => {
      results.push(
        await add("東京/receipts.csv", async (write) => {
          await write("\uFEFFday\r\n")
          await write(part)
          await write(part)
          return 7
        })
      )
      await add("Å/empty.txt", async () => undefined)
    })
    const files = Object.entries(unzipSync(zip)).map(([name, content]) => [name, Buffer.from(content).toString()])
    expect(files).toEqual([
      ["東京/receipts.csv", `\uFEFFday\r\n${part}${part}`],
      ["Å/empty.txt", ""],
    ])
    expect(results).toEqual([7])
    expect(pieces).toBeGreaterThan(10)
    expect(zip.length).toBeLessThan(part.length)
  })

  it("dates its files in UTC", async () => {
    const { zip } = await zipped(async (add) => add("a.txt", async (write) => write("a")))
    const [time, date] = [zip.readUInt16LE(10), zip.readUInt16LE(12)]
    expect([1980 + (date >> 9), (date >> 5) & 15, date & 31]).toEqual([2026, 11, 27])
    expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([22, 31, 44])
  })

  it("fails as what it contains fails", async () => {
    const failing = zipped(async (add) =>
      add("a.txt", async (write) => {
        await write("a")
        throw new Error("the database is away")
      })
    )
    await expect(failing).rejects.toThrow("the database is away")
  })

  it.each([
    ["a file in it", 2_000, "a.csv"],
    ["it", 600, "it"],
  ])("is refused when %s has more bytes than the format can say", async (_name, most, what) => {
    const random = randomBytes(400)
    const fill: Fill = async (add) => {
      for (const name of ["a.csv", "b.csv"]) {
        await add(name, async (write) => write(name === "a.csv" && most === 2_000 ? Buffer.alloc(2_001) : random))
      }
    }
    await expect(writeZip(async () => undefined, NOW, fill, most)).rejects.toThrow(new ZipTooLargeError(what).message)
  })

  it("is readable without any file", async () => {
    expect(unzipSync((await zipped(async () => undefined)).zip)).toEqual({})
  })
})
