import { toPlainText } from "../product-texts"

describe("toPlainText", () => {
  it.each([
    ["<p>Stickad tröja</p><p>Ull &amp; silke</p>", "Stickad tröja\nUll & silke"],
    ["<ul><li>東京</li><li>Malmö</li></ul>", "- 東京\n- Malmö"],
    ["one\n\n\n\ntwo", "one\n\ntwo"],
    ["5 < 6 and 7 > 2", "5 < 6 and 7 > 2"],
    ["<script>alert(1)</script>Kaffe<!-- hidden -->", "Kaffe"],
    ["Kaffe<script>never closed", "Kaffe"],
    ['<script type="text/javascript" async>alert(1)</script>Te<style media="print">p{}</style>', "Te"],
    ["&amp;lt; &#229; &#xE5; &auml; &unknown; a&nbsp;b", "&lt; å å ä &unknown; a b"],
    ["&#55296; &#57343; &#xDBFF;", "&#55296; &#57343; &#xDBFF;"],
    ["&#0; &#1114112; &#x110000; &#9999999;", "&#0; &#1114112; &#x110000; &#9999999;"],
    ["&#1;&#xD7FF;&#xE000;&#x10FFFF;", "\u0001\ud7ff\ue000\u{10ffff}"],
    ["&EURO; &Auml; &auml; so&shy;fa &#xA0;&#173;", "&EURO; Ä ä sofa"],
    ["Kaffe<!-- hidden --> och te", "Kaffe och te"],
    ["Kaffe<style>p { color: red }</style > och <SCRIPT>1</script>te", "Kaffe och te"],
    ["<p>Ett\n   ord</p>\n\n<p>till</p>", "Ett ord\ntill"],
    ["Rad 1<br>Rad 2<br/>Rad 3", "Rad 1\nRad 2\nRad 3"],
    ["  Ett\r\n två  \n\n\n\n tre ", "Ett\ntvå\n\ntre"],
    ["<p></p><div> </div><p>Ett</p>", "Ett"],
    ['<ul class="x"><li class="y">Ull</li><li>Silke</li></ul>', "- Ull\n- Silke"],
    ['Se <a href="https://a.example/?b=1" target="_blank">här</a><img src="x.png"/>!', "Se här!"],
    ["Först<ul><li>Ull</li></ul> Sedan", "Först\n- Ull\nSedan"],
    ["<b>Fet</b> <em>text</em> <3", "Fet text <3"],
    ["", ""],
  ])("%j is %j", (html, text) => {
    expect(toPlainText(html)).toBe(text)
  })

  it.each([
    ['<img alt="a > b" src=x>Kaffe', "Kaffe"],
    ['<a title="x<y">hi</a>', "hi"],
    ["<table><tr><td>Size</td><td>M</td></tr><tr><th>Färg</th><td>Röd</td></tr></table>", "Size M\nFärg Röd"],
    ["<dl><dt>Size</dt><dd>M</dd></dl>", "Size\nM"],
    ["<!DOCTYPE html><html><body>Te</body></html>", "Te"],
    ["1&#150;2 &rarr; 3", "1–2 → 3"],
    ["<p>5 < 6</p>so\u00adfa", "5 < 6\nsofa"],
  ])("[D26] %j is %j", (html, text) => {
    expect(toPlainText(html)).toBe(text)
  })

  it.each(["<div>", "<ul><li>", "<b>", "a<br>", "<!--", "&#"])("[D26] reads 100,000 of %s, however deep", (piece) => {
    const hostile = piece.repeat(100_000)
    expect(toPlainText(hostile).length).toBeLessThanOrEqual(hostile.length)
  })

  it("reads a hostile text in linear time", () => {
    const hostile = "<".repeat(200_000) + "<script ".repeat(20_000) + "<p ".repeat(50_000)
    expect(toPlainText(hostile).length).toBeLessThanOrEqual(hostile.length)
  })
})
