import { toPlainText } from "../plain-text"

describe("toPlainText", () => {
  it.each([
    ["<p>Stickad tröja</p><p>Ull &amp; silke</p>", "Stickad tröja\nUll & silke"],
    ["<ul><li>東京</li><li>Malmö</li></ul>", "- 東京\n- Malmö"],
    ["one\n\n\n\ntwo", "one\n\ntwo"],
    ["5 < 6 and 7 > 2", "5 < 6 and 7 > 2"],
    ["<script>alert(1)</script>Kaffe<!-- hidden -->", "Kaffe"],
    ["Kaffe<script>never closed", "Kaffe"],
    ["&amp;lt; &#229; &#xE5; &auml; &unknown; a&nbsp;b", "&lt; å å ä &unknown; a b"],
    ["&#55296;", "&#55296;"],
    ["", ""],
  ])("%j is %j", (html, text) => {
    expect(toPlainText(html)).toBe(text)
  })

  it("reads a hostile text in linear time", () => {
    const hostile = "<".repeat(200_000) + "<script ".repeat(20_000) + "<p ".repeat(50_000)
    expect(toPlainText(hostile).length).toBeLessThanOrEqual(hostile.length)
  })
})
