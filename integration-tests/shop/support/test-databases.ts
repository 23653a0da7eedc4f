import { Client } from "@medusajs/framework/pg"

/** The address of a database on the server that scripts/test.mjs has started. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env.DATABASE_URL ?? "")
  url.pathname = `/${name}`
  return url.toString()
}

/** The database that scripts/test.mjs has migrated, once for all suites. */
function migratedDatabase(): string {
  const name = process.env.MIGRATED_DATABASE
  if (!name) {
    throw new Error("There is no migrated database to copy: run the store's suites by `npm test -- shop <pattern>`")
  }
  return name
}

/** An empty shop's database with every table; an old one of that name is dropped. */
export async function copyMigratedDatabase(name: string): Promise<void> {
  await dropDatabase(name)
  const original = migratedDatabase()
  await onServer((server, quote) => server.query(`CREATE DATABASE ${quote(name)} TEMPLATE ${quote(original)}`))
}

/** A database without tables; an old one of that name is dropped. */
export async function createDatabase(name: string): Promise<void> {
  await dropDatabase(name)
  await onServer((server, quote) => server.query(`CREATE DATABASE ${quote(name)}`))
}

export async function dropDatabase(name: string): Promise<void> {
  await onServer((server, quote) => server.query(`DROP DATABASE IF EXISTS ${quote(name)} WITH (FORCE)`))
}

async function onServer(work: (server: Client, quote: (name: string) => string) => Promise<unknown>): Promise<void> {
  const server = new Client({ connectionString: databaseUrl("postgres") })
  await server.connect()
  try {
    await work(server, (name) => server.escapeIdentifier(name))
  } finally {
    await server.end()
  }
}
