import { z } from "zod"
import { getErrorMessage } from "../errors"

const { error: ofSchema } = z.object({ rows: z.array(z.number()) }).safeParse({ rows: [1, "två"] })

it.each([
  ["what zod throws, without zod's words", ofSchema, "The store has stored data that it cannot read: rows.1"],
  ["an error", new Error("Kassan har stängt"), "Kassan har stängt"],
  ["a workflow's error, which has lost its class", { __type: "x", message: "Kassan har stängt" }, "Kassan har stängt"],
  ["a text", "stängt", "stängt"],
  ["nothing", undefined, "undefined"],
])("reports the reason of %s", (_name, thrown, reason) => {
  expect(getErrorMessage(thrown)).toBe(reason)
})
