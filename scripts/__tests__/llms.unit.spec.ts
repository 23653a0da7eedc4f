import { checkIndex, llmsFullText, llmsText } from "../docs/llms-files"

const INDEX = `# Documentation

Connects two
systems.

## Start

- [Quickstart](quickstart.md): the first sale
- [HTTP routes](reference/http.md): all routes, also as [OpenAPI](reference/openapi.json)

Also: [decisions](decisions).
`

describe("llms.txt", () => {
  it("lists the pages of the index with paths from the root", () => {
    expect(llmsText(INDEX)).toBe(`# medusa-plugin-pos

> Connects two systems.

## Start

- [Quickstart](docs/quickstart.md): the first sale
- [HTTP routes](docs/reference/http.md): all routes, also as [OpenAPI](docs/reference/openapi.json)
`)
  })

  it("is not written when the index lacks a page", () => {
    const pages = ["docs/quickstart.md", "docs/reference/http.md"]
    expect(() => checkIndex(INDEX, pages)).not.toThrow()
    expect(() => checkIndex(INDEX, [...pages, "docs/guides/new.md"])).toThrow("docs/guides/new.md")
  })
})

describe("llms-full.txt", () => {
  it("contains each page below its path, with narrow tables", () => {
    const text = llmsFullText(INDEX, (page) => `# ${page}\n\n| a    | b |\n| ---- | - |\n`)
    expect(text).toContain("<!-- README.md -->\n\n# README.md")
    expect(text).toContain("<!-- docs/reference/http.md -->\n\n# docs/reference/http.md\n\n| a | b |\n| --- | - |\n")
  })
})
