import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { HOLE, isSql, madeIn, namesOf, tablesOf, textsOf } from "./sql-in-source"

const root = path.join(__dirname, "../../src")
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /\.(ts|tsx|js|mjs)$/.test(file) && !file.includes("__tests__/"))
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]))

/** Where statements on our own tables may be: each beside what it is about. */
const OWN_LAYERS = ["features/", "runtime/", "modules/pos/"]
/** The only layer that names Medusa's tables. */
const MEDUSA = "medusa/"
/** Pure decisions. */
const RULES = /(^|\/|-)rules\.ts$/
/** What runs statements, and names no table: only the cursor of an export. */
const DATABASE = "modules/pos/database/"
const CURSOR = "rows_in_parts"
/** The history of our own tables. */
const MIGRATIONS = "modules/pos/migrations/"

/** Files that name tables only when they run, and why those are the right ones. */
const NAMED_LATER = {
  // WIPED_TABLES: all that belongs to a connection.
  "modules/pos/connection-store.ts": true,
  // LISTS: lists that grow with the years.
  "modules/pos/list-page.ts": true,
  // CLAIMS: the queues whose rows are claimed.
  "runtime/claims.ts": true,
  // ENDED: what goes once it has ended long ago.
  "features/retention/prune.ts": true,
  // The rows that an imported order consists of, by the tables that its callers name in their order of inserts.
  [`${MEDUSA}order-tables.ts`]: true,
  // OWN_INDEXES: tables that are asked what changed.
  [`${MEDUSA}indexes.ts`]: true,
} as Record<string, true>

/** What only the module uses: everybody else is handed statements by `pos.query`, `pos.bulk` or `pos.transaction`. */
const CONNECTION_NAMES = ["PG_CONNECTION", "getKnex", "Knex", "knex", "sqlOn"]
const CONNECTION_ROOMS = [DATABASE, "modules/pos/database-service.ts", MIGRATIONS]
/** Going away: routes are to use `pos.query`. */
const CONNECTION_EXCEPTIONS = ["api/sql-of.ts"]

const isConnecting = (source: string) =>
  CONNECTION_NAMES.some((name) => namesOf(source).has(name)) ||
  textsOf(source).some((text) => text.includes("__pg_connection__"))

/** The standard catalog of PostgreSQL belongs to nobody. */
const isOurs = (table: string) => table.startsWith("pos_") || table.startsWith("information_schema.")

/** What is wrong with the statements of a file. */
function wrongsOf(file: string, source: string): string[] {
  const texts = textsOf(source)
  const statements = texts.filter(isSql)
  if (file.startsWith(MIGRATIONS)) {
    return []
  }
  if (file.startsWith(DATABASE)) {
    const others = statements.flatMap(tablesOf).filter(({ table }) => table !== CURSOR)
    return others.map(({ table }) => `a table: ${table}`)
  }
  const isInMedusa = file.startsWith(MEDUSA)
  const isInOwnLayer = OWN_LAYERS.some((layer) => file.startsWith(layer)) && !RULES.test(file)
  if (!isInOwnLayer && !isInMedusa) {
    return statements.map((text) => `a statement: ${text.trim().slice(0, 60)}`)
  }
  const made = madeIn(texts)
  // Other texts of a feature are said to people.
  const uses = (isInMedusa ? texts : statements).flatMap(tablesOf).filter(({ table }) => !made.has(table))
  const names = texts.filter((text) => /^pos_[a-z_]+$/.test(text))
  return [
    ...uses.filter(({ table }) => table.includes(HOLE) && !NAMED_LATER[file]).map(() => "a table that is named later"),
    ...(isInOwnLayer ? uses.filter(({ table }) => !table.includes(HOLE) && !isOurs(table)) : []).map(
      ({ table }) => `a table of Medusa's: ${table}`
    ),
    ...(isInMedusa ? uses.filter(({ table, writes }) => writes && isOurs(table)) : []).map(
      ({ table }) => `a write to ${table}`
    ),
    ...(isInMedusa && NAMED_LATER[file] ? names : []).map((table) => `a table of ours: ${table}`),
  ]
}

describe("SQL stands where it belongs", () => {
  it("on Medusa's tables in src/medusa, on ours in features, runtime and module, and nowhere else", () => {
    const wrongs = [...sources].flatMap(([file, source]) => wrongsOf(file, source).map((wrong) => `${file}: ${wrong}`))
    expect(wrongs).toEqual([])
    const tables = [...sources]
      .filter(([file]) => file.startsWith(MEDUSA))
      .flatMap(([, source]) => textsOf(source).flatMap(tablesOf))
    expect(new Set(tables.map(({ table }) => table)).size).toBeGreaterThan(40)
    const withSql = [...OWN_LAYERS, MEDUSA].map(
      (layer) => [...sources].filter(([file, source]) => file.startsWith(layer) && textsOf(source).some(isSql)).length
    )
    expect(Math.min(...withSql)).toBeGreaterThan(5)
  })

  it("is run by the module alone, which knows the connection", () => {
    const knowing = [...sources]
      .filter(
        ([file]) => !CONNECTION_ROOMS.some((room) => file.startsWith(room)) && !CONNECTION_EXCEPTIONS.includes(file)
      )
      .filter(([, source]) => isConnecting(source))
    expect(knowing.map(([file]) => file)).toEqual([])
  })

  it("names no exception that is none", () => {
    expect(Object.keys(NAMED_LATER).filter((file) => !sources.has(file))).toEqual([])
  })
})

describe("the detection", () => {
  const inRoom = (room: string, statement: string) => wrongsOf(`${room}some.ts`, `const rows = sql(row, ${statement})`)

  it.each([
    '"SELECT id FROM product"',
    '`select id\n from "order" where id = ?`',
    "`INSERT INTO pos_receipt (id) VALUES (?)`",
    '"update pos_run set state = ?"',
    "`UPDATE ${table} SET x = 1`",
    "`WITH a AS (SELECT 1) DELETE FROM pos_plan`",
    '"TRUNCATE pos_plan"',
    "`LEFT JOIN product ON product.id = link.product_id`",
    "`CREATE INDEX CONCURRENTLY a ON product (id)`",
    "[`FROM ${anything}`].join()",
  ])("sees a statement outside the layers, and one among rules: %s", (statement) => {
    expect(inRoom("api/", statement)).not.toEqual([])
    expect(wrongsOf("features/stock/rules.ts", `const rows = sql(row, ${statement})`)).not.toEqual([])
  })

  it.each([
    '"Select the products to push"',
    '"Choose a price list from the list"',
    '"The update from the POS is late"',
    "`GET /admin/pos/updates?from=${from}`",
    "/* SELECT id FROM product */ 1",
  ])("takes no words for a statement: %s", (text) => {
    expect(inRoom("api/", text)).toEqual([])
  })

  it.each([
    ["`SELECT 1 FROM pos_product_link AS link JOIN product ON product.id = link.product_id`", "product"],
    ['`SELECT 1 FROM pos_receipt, "order" WHERE true`', "order"],
    ["`INSERT INTO pos_product_link (id) SELECT id FROM product`", "product"],
    ["`UPDATE pos_run SET total = 1 FROM /* the */ price_list -- one\n WHERE true`", "price_list"],
    ["`SELECT EXISTS (SELECT 1 FROM ONLY public.product)`", "public.product"],
    ["`update inventory_level set stocked_quantity = 1`", "inventory_level"],
    ["`DELETE FROM ONLY order_line_item`", "order_line_item"],
    ["`LEFT JOIN LATERAL (SELECT 1 FROM tax_rate) AS a ON true`", "tax_rate"],
  ])("sees a table of Medusa's in a feature: %s", (statement, table) => {
    expect(inRoom("features/stock/", statement)).toEqual([`a table of Medusa's: ${table}`])
  })

  it.each([
    "`WITH due AS (SELECT 1), gone AS MATERIALIZED (SELECT 2) SELECT 1 FROM due JOIN gone ON true`",
    "`UPDATE pos_run AS run SET total = row.n FROM json_to_recordset(?::json) AS row(n int) WHERE true FOR UPDATE OF run`",
    "`INSERT INTO pos_run AS run (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET total = 1 WHERE run.id IS DISTINCT FROM ?`",
    "`SELECT extract(epoch FROM claimed_until) FROM pos_lease FOR UPDATE SKIP LOCKED`",
    "`SELECT 1 FROM pos_receipt AS refund CROSS JOIN LATERAL (SELECT 1 FROM unnest(?::text[])) AS asked`",
  ])("finds nothing wrong with statements on our own tables: %s", (statement) => {
    expect(inRoom("features/stock/", statement)).toEqual([])
  })

  it.each([
    ["`UPDATE pos_product_link SET state = 'a' FROM product`", "pos_product_link"],
    ["`insert into pos_run (id) select id from product`", "pos_run"],
    ['`WITH gone AS (DELETE FROM "pos_plan" RETURNING id) SELECT 1 FROM gone`', "pos_plan"],
    ["`TRUNCATE pos_receipt`", "pos_receipt"],
  ])("sees a write to our tables in src/medusa: %s", (statement, table) => {
    expect(inRoom(MEDUSA, statement)).toEqual([`a write to ${table}`])
  })

  it.each([...OWN_LAYERS, MEDUSA])("sees a table in %s whose name comes later", (room) => {
    expect(inRoom(room, "`DELETE FROM ${table} WHERE id = ?`")).toEqual(["a table that is named later"])
  })

  it("sees a table where statements are only run", () => {
    expect(inRoom(DATABASE, "`SELECT 1 FROM pos_run`")).toEqual(["a table: pos_run"])
  })

  it("lets src/medusa read both and write Medusa's", () => {
    const statement = "`UPDATE product SET a = 1 FROM pos_product_link AS link JOIN inventory_level ON true`"
    expect(inRoom(MEDUSA, statement)).toEqual([])
  })
})
