import { chance, pick } from "./chance"

/** Who orders from home, and where to. */
export type WebCustomer = { first_name: string; last_name: string; email: string; address: Address }

type Address = { address_1: string; postal_code: string; city: string; country_code: "se" }

const FIRST_NAMES = ["Åsa", "Björn", "Märta", "Elif", "José", "Ylva", "Nils", "Siiri", "Örjan", "Mei", "Tove", "Adam"]
const LAST_NAMES = ["Öberg", "Lindqvist", "Nyström", "Çelik", "Muñoz", "Åkesson", "Wang", "Ek", "Hallström", "Persson"]
const STREETS = ["Storgatan", "Kyrkvägen", "Björkallén", "Hamngatan", "Skolgränd", "Ängsvägen"] as const
const PLACES = [
  ["111 22", "Stockholm"],
  ["413 01", "Göteborg"],
  ["211 19", "Malmö"],
  ["902 46", "Umeå"],
  ["981 31", "Kiruna"],
  ["621 45", "Visby"],
] as const

const plain = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

/** Everybody of a first and a last name, with an address that is theirs. */
export const WEB_CUSTOMERS: WebCustomer[] = FIRST_NAMES.flatMap((first, index) =>
  [0, 1, 2].map((step) => {
    const last = LAST_NAMES[(index * 3 + step * 7) % LAST_NAMES.length] ?? "Öberg"
    const [postal_code, city] = pick(PLACES, "place", first, last)
    const street = `${pick(STREETS, "street", first, last)} ${1 + Math.floor(chance("number", first, last) * 60)}`
    return {
      first_name: first,
      last_name: last,
      email: `${plain(first)}.${plain(last)}@example.com`,
      address: { address_1: street, postal_code, city, country_code: "se" },
    }
  })
)
