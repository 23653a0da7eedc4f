/** What the demo shop sells. Prices in SEK with VAT; the seed derives the ones in EUR. */
export type DemoProduct = {
  title: string
  category: string
  price: number
  description?: string
  sizes?: string[]
  colours?: string[]
  unitName?: string
  rate?: "food" | "books"
  stock?: number
  withoutSku?: boolean
}

const clothes = (title: string, price: number, colours: string[]): DemoProduct => ({
  title,
  price,
  colours,
  category: "Kläder",
  sizes: ["S", "M", "L", "XL"],
  description: `<p><strong>${title}</strong> i mjuk, ekologisk bomull.</p><p>Tvättas i 40&nbsp;°C.</p>`,
})

const food = (title: string, price: number): DemoProduct => ({ title, price, category: "Delikatesser", rate: "food" })
const byWeight = (title: string, price: number): DemoProduct => ({ ...food(title, price), unitName: "kg", stock: 42.5 })
const book = (title: string, price: number): DemoProduct => ({ title, price, category: "Böcker", rate: "books" })
const home = (title: string, price: number): DemoProduct => ({ title, price, category: "Hemmet" })
const toy = (title: string, price: number): DemoProduct => ({ title, price, category: "Leksaker" })

const LONG_TEXT = "Handdrejad av Åsa Öberg i verkstaden på Söder. Varje kopp är unik. ".repeat(30)

export const CATALOG: DemoProduct[] = [
  clothes("Tröja Åre", 599, ["Röd", "Blå"]),
  clothes("T-shirt Öland", 249, ["Vit", "Svart", "Grå"]),
  clothes("Hoodie Kiruna", 799, ["Grå", "Grön"]),
  clothes("Skjorta Visby", 699, ["Ljusblå", "Vit"]),
  clothes("Byxor Falun", 899, ["Svart", "Sand"]),
  clothes("Klänning Smögen", 1_099, ["Marin", "Röd"]),
  clothes("Regnjacka Göteborg", 1_499, ["Gul", "Marin"]),
  clothes("Väst Sarek", 1_199, ["Grön", "Svart"]),
  clothes("Shorts Båstad", 449, ["Marin", "Vit"]),
  clothes("Pyjamas Norrsken", 549, ["Blå", "Lila"]),
  { title: "Mössa Tärnaby", price: 299, category: "Kläder", colours: ["Röd", "Blå", "Grön"] },
  { title: "Vantar Jokkmokk", price: 349, category: "Kläder", sizes: ["S", "M", "L"] },
  { title: "Halsduk Lund", price: 399, category: "Kläder", colours: ["Grå", "Vinröd"] },
  { title: "Raggsockor", price: 159, category: "Kläder", sizes: ["36–39", "40–43", "44–47"] },
  byWeight("Äpplen, Ingrid Marie", 39.9),
  byWeight("Västerbottensost", 289),
  byWeight("Kaffebönor, mörkrost", 249),
  byWeight("Rökt lax", 399),
  byWeight("Lösgodis", 119),
  food("Honung från Gotland", 89),
  food("Hjortronsylt", 119),
  food("Knäckebröd, råg", 49),
  food("Lingondricka", 65),
  food("Senap, grov", 45),
  food("Havssalt från Bohuslän", 59),
  food("Choklad, 70 %", 69),
  food("Pepparkakor", 39),
  food("Kanelbulle", 32),
  food("Salt lakrits", 49),
  food("Rapsolja", 79),
  food("Te, svart vinbär", 99),
  book("Pippi Långstrump", 189),
  book("Röda rummet", 149),
  book("Nils Holgerssons underbara resa", 229),
  book("東京の夜 – Nätter i Tokyo", 279),
  book("Svamp i skog och mark", 299),
  book("Fjällvandra", 259),
  book("Baka surdeg", 249),
  book("Svensk ordbok", 495),
  book("Det sjunde inseglet", 179),
  book("Stickat från norr", 289),
  book("Fåglar vid vatten", 329),
  { ...home("Keramikkopp", 249), description: LONG_TEXT },
  home("Ljusstake i mässing", 449),
  home("Linneduk", 699),
  home("Ullpläd", 1_299),
  home("Skärbräda i ek", 399),
  home("Smörkniv i en", 89),
  home("Vas, munblåst", 895),
  home("Doftljus, gran", 199),
  home("Handduk, vaffel", 229),
  home("Kaffefilterhållare", 349),
  home("Brödkorg", 299),
  home("Tändstickor", 29),
  toy("Dalahäst", 349),
  toy("Träbil", 199),
  toy("Memory, djur", 149),
  toy("Nalle Björn", 299),
  toy("Hopprep", 99),
  toy("Pussel, Stockholm", 249),
  toy("Drake", 219),
  { ...toy("Kritor, 12 färger", 79), withoutSku: true },
  toy("Såpbubblor", 25),
  { title: "Presentinslagning", price: 25, category: "Hemmet", stock: 9_999 },
]
