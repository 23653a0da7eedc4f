import { reasonOf } from "../reason-of"

it.each([
  ["an error", new Error("Kassan har stängt"), "Kassan har stängt"],
  ["a workflow's error, which has lost its class", { __type: "x", message: "Kassan har stängt" }, "Kassan har stängt"],
  ["a text", "stängt", "stängt"],
  ["nothing", undefined, "undefined"],
])("tells the reason of %s", (_name, thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason)
})
