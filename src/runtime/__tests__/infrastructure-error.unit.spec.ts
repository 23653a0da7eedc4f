import { PosServerError } from "../../pos-api/client"
import { isInfrastructureError, isSchemaError } from "../errors"

const coded = (code: string, message = "it failed") => Object.assign(new Error(message), { code })

const INFRASTRUCTURE: [string, unknown][] = [
  ["a server that is away", coded("ECONNREFUSED")],
  ["all addresses of a server that is away", new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])],
  ["a cause", new Error("The step failed", { cause: coded("57P01") })],
  ["a step's error without its class", { error: { message: "Timed-out acquiring lock." } }],
  ["a lock that nobody gave", new Error('Failed to acquire lock for key "iitem_1"')],
  ["a lock that was lost", new Error('Lost the lock for key(s) "iitem_1" while the job was still running')],
  ["Redis after its retries", new Error("Reached the max retries per request limit (which is 20).")],
  ["a closed connection", new Error("Connection is closed.")],
  ["a full pool", new Error("Knex: Timeout acquiring a connection. The pool is probably full.")],
  ["a deadlock", coded("40P01")],
  ["a standby", coded("25006")],
]

const OTHER: [string, unknown][] = [
  ["a fault of the code", new TypeError("undefined is not a function")],
  ["a broken rule of the database", coded("23505")],
  ["a missing column", coded("42703")],
  ["an answer of the POS", new PosServerError({ call: "GET /purchases", status: 500 })],
  ["a text", "ECONNREFUSED"],
  ["nothing", undefined],
]

describe("an error of the infrastructure", () => {
  it.each(INFRASTRUCTURE)("[D08] is %s", (_name, error) => {
    expect(isInfrastructureError(error)).toBe(true)
  })

  it.each(OTHER)("[D08] is not %s", (_name, error) => {
    expect(isInfrastructureError(error)).toBe(false)
  })

  it("[D08] is read no deeper than errors nest, also where one contains itself", () => {
    const loop = new Error("loop")
    loop.cause = loop
    expect(isInfrastructureError(loop)).toBe(false)
  })
})

describe("an error of the schema", () => {
  it.each(["42703", "42P01", "23502"])("[D71] has the code %s", (code) => {
    expect(isSchemaError(new Error("The step failed", { cause: coded(code) }))).toBe(true)
  })

  it.each([
    'column "barcode" of relation "order_line_item" does not exist',
    "Cannot set field 'x' of Order line to null",
  ])("[D71] may be without its code: %s", (message) => {
    expect(isSchemaError(new Error(message))).toBe(true)
  })

  it.each(["23505", "40P01", "ECONNREFUSED"])("[D71] has not the code %s", (code) => {
    expect(isSchemaError(coded(code))).toBe(false)
  })
})
