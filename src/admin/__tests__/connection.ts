import type { Connection } from "../lib/answers/connection"

/** A connection of a store in Sweden, as the store answers it. */
export const connection = (id: string, state: string): Connection => ({
  id,
  organization_uuid: id,
  organization_name: `Åsas Butik ${id}`,
  group_name: null,
  country_code: "SE",
  currency_code: "sek",
  time_zone: "Europe/Stockholm",
  taxation_mode: null,
  state,
  state_reason: null,
  sales_channel_id: "sc",
  stock_location_id: "sloc",
  region_id: "reg",
  stock_sync: "two_way",
  contact_email: "it@example.com",
  credentials: "api-key",
  created_at: "2026-01-01T00:00:00.000Z",
  product_links: { total: 0, synced: 0, rejected: 0, pending: 0 },
})
