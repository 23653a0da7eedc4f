import { imageBulkResultSchema, imageResultSchema } from "../product"

describe("a stored image", () => {
  it.each([
    [
      "an extension and two addresses",
      { imageLookupKey: "SOuN.png", imageUrls: ["https://i.example/o/1.png", "https://i.example/L/1.png"] },
    ],
    ["no extension and one address", { imageLookupKey: "SOuN", imageUrls: ["https://i.example/product/SOuN.png"] }],
  ])("whose key has %s is read as it is reported", (_name, reported) => {
    expect(imageResultSchema.parse(reported)).toEqual(reported)
  })

  it("has no address where none is reported", () => {
    expect(imageResultSchema.parse({ imageLookupKey: "SOuN", imageUrls: null }).imageUrls).toEqual([])
  })

  it("names in bulk the address it came from exactly, and what failed as text or object", () => {
    const source = "https://store.example/bilder/r%C3%A4ka.png?b=1"
    const reported = {
      uploaded: [{ imageLookupKey: "SOuN", imageUrls: ["https://i.example/product/SOuN.png"], source }],
      invalid: ["https://store.example/a.png", { imageUrl: "https://store.example/b.png" }],
    }
    expect(imageBulkResultSchema.parse(reported)).toEqual(reported)
    expect(imageBulkResultSchema.parse({ uploaded: reported.uploaded }).invalid).toEqual([])
  })
})
