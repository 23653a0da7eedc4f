import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { MedusaError } from "@medusajs/framework/utils"
import * as clientErrors from "../../pos-api/client/errors"
import * as tokenErrors from "../../pos-api/client/token-endpoint"
import { PosError } from "../../modules/pos/errors"
import { ERRORS } from "../errors"

const SRC = path.join(__dirname, "../..")

/** The code of the plugin: without tests and the admin. */
const SOURCES = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("__tests__") && !file.startsWith("admin"))
  .map((file) => ({ file, text: readFileSync(path.join(SRC, file), "utf8") }))

const declared = new Map<string, { type: string; meaning: string; remedy: string }>(Object.entries(ERRORS))

describe("error codes", () => {
  it("are the only way in which the plugin creates an error of Medusa's", () => {
    const others = SOURCES.filter(
      ({ file, text }) => file !== path.join("modules", "pos", "errors.ts") && /(new|extends) MedusaError\b/.test(text)
    )
    expect(others.map(({ file }) => file)).toEqual([])
  })

  it.each([...declared])("%s is used, and says what it means and what to do", (code, { meaning, remedy }) => {
    const used = SOURCES.filter(({ file, text }) => !file.endsWith("contract/errors.ts") && text.includes(`"${code}"`))
    expect(used).not.toEqual([])
    expect([meaning, remedy]).toEqual([expect.stringMatching(/^[A-Z].*\.$/), expect.stringMatching(/^[A-Z].*\.$/)])
  })

  it("belong to one error type, also where the client of the POS declares both", () => {
    const classes = Object.values({ ...clientErrors, ...tokenErrors }).filter(
      (value): value is typeof clientErrors.PosApiError => typeof value === "function" && /Error$/.test(value.name)
    )
    expect(classes.length).toBeGreaterThan(12)
    const failed = { call: "GET product library /products", status: 408 as const }
    for (const made of classes) {
      const { code, type } = new made("reason", failed, false)
      expect({ name: made.name, code, type }).toEqual({
        name: made.name,
        code,
        type: declared.get(code)?.type,
      })
    }
  })

  it("are properties of the error, which Medusa's workflows keep", () => {
    const error = new PosError("pos_plan_pending", "Could not push: the plan is not applied. Apply it.")
    expect(error).toBeInstanceOf(MedusaError)
    expect({ ...error }).toMatchObject({ code: "pos_plan_pending", type: MedusaError.Types.NOT_ALLOWED })
  })
})
