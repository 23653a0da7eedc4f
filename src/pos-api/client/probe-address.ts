import { createHttp } from "./create-http"

const TIMEOUT_MS = 10_000

/** How an address answers to somebody who has no right to anything there. */
export type AddressAnswer = { status: number; data: unknown; date: Date | null; askedAt: Date; milliseconds: number }

/** Asks an address without any credentials. @throws what axios throws where nobody answers */
export async function probeAddress(url: string): Promise<AddressAnswer> {
  const http = createHttp({ timeoutMs: TIMEOUT_MS, retries: 0 })
  const askedAt = new Date()
  const { status, data, headers } = await http.get<unknown>(url, { validateStatus: () => true })
  const told = Date.parse(String(headers.date))
  const date = Number.isNaN(told) ? null : new Date(told)
  return { status, data, date, askedAt, milliseconds: Date.now() - askedAt.getTime() }
}
