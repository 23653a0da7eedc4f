import type { Recipe } from "../support/recipe"
import { SANDBOX } from "../support/sandbox-folder"

export const fault: Recipe = {
  title: "Add a sandbox fault",
  edits: [
    {
      file: `${SANDBOX}/faults/fault.ts`,
      after: '  z.looseObject({ kind: z.literal("cut"), ...callAim }),\n',
      insert: '  z.looseObject({ kind: z.literal("empty"), ...callAim }),\n',
    },
    {
      file: `${SANDBOX}/create-app.ts`,
      after: "  switch (fault.kind) {\n",
      insert: `    case "empty":
      replaceAnswer(response, (end) => end(Buffer.alloc(0), "application/json"))
      return false
`,
    },
    {
      file: `${SANDBOX}/pos-page/app/behavior/fault-fields.ts`,
      after: '  ["cut", "Cut body"],\n',
      insert: '  ["empty", "Empty body"],\n',
    },
  ],
  async see(load) {
    // What the register's page needs of a browser when its modules are loaded.
    Object.assign(globalThis, { location: new URL("http://localhost/") })
    const { CALL_FAULTS } = load(`${SANDBOX}/pos-page/app/behavior/fault-fields.ts`)
    const sandbox = await load(`${SANDBOX}/index.ts`).startSandbox()
    const read = async () => (await fetch(`${sandbox.url}/organizations/self/products`)).text()
    const before = await read()
    const end = await sandbox.fault({ kind: "empty", interface: "products" })
    const during = await read()
    await end()
    const after = await read()
    const misspelt = await sandbox.fault({ kind: "emptied", interface: "products" }).then(
      () => "accepted",
      () => "rejected"
    )
    await sandbox.close()
    return { lengths: [before, during, after].map(({ length }) => length > 0), misspelt, label: CALL_FAULTS.at(-2) }
  },
  expected: { lengths: [true, false, true], misspelt: "rejected", label: ["empty", "Empty body"] },
}
