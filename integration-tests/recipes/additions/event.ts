import { fakeContainer } from "../support/fakes"
import type { Recipe } from "../support/recipe"
import { SANDBOX } from "../support/sandbox-folder"

const EVENT = "ShiftClosed"

export const event: Recipe = {
  title: "Add a webhook event",
  edits: [
    {
      file: "src/pos-api/contract/notification.ts",
      after: "export const EVENTS = {\n",
      insert: `  ${EVENT}: { scope: "READ:PURCHASE", subject: ({ uuid }) => \`shift:\${uuid ?? "unknown"}\` },
`,
    },
    {
      file: "src/pos-api/contract/notification.ts",
      after: "export type Notification = z.infer<typeof notificationSchema>\n",
      insert: `
/** Payload of ${EVENT}. */
export const shiftClosedPayloadSchema = z.looseObject({ uuid: uuidSchema, cashier: z.string() })
`,
    },
    {
      file: "src/features/connection/inbox-events.ts",
      replace: "import { credentialsRemovedPayloadSchema, organizationSchema, parseTimestamp } from",
      by: "import { credentialsRemovedPayloadSchema, organizationSchema, parseTimestamp, shiftClosedPayloadSchema } from",
    },
    {
      file: "src/features/connection/inbox-events.ts",
      replace: 'const EVENTS = ["ApplicationConnectionRemoved"',
      by: `/** Handles ${EVENT}: writes who closed the shift into the log. */
async function handleShifts(
  container: MedusaContainer,
  _connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  return handleEach(
    entries.map((entry) => ({ entry })),
    async ({ entry }) => {
      const { cashier } = shiftClosedPayloadSchema.parse(entry.payload)
      container.resolve("logger").info(\`pos: \${cashier} closed a shift\`)
    }
  )
}

const EVENTS = ["ApplicationConnectionRemoved"`,
    },
    {
      file: "src/features/connection/inbox-events.ts",
      after: "export const CONNECTION_HANDLERS: readonly InboxHandler[] = [\n",
      insert: `  { accepts: ({ event_name }) => event_name === "${EVENT}", handle: handleShifts },
`,
    },
    {
      file: `${SANDBOX}/triggers/make-happen.ts`,
      after: "  switch (eventName) {\n",
      insert: `    case "${EVENT}": {
      const uuid = uuidVersion4()
      context.deliveries.publish(organization, "${EVENT}", { uuid, cashier: "Åsa" })
      return \`closed the shift \${uuid}\`
    }
`,
    },
  ],
  texts: { [`events.${EVENT}`]: "Shift closed" },
  async see(load) {
    const { subscribedEvents } = load("src/features/connection/credentials.ts")
    const { getAggregateKey } = load("src/runtime/signed-entry.ts")
    const payload = { uuid: "6e8a3c1e-0000-11ee-8000-000000000001", cashier: "Åsa" }
    const entry = { id: "posin_1", event_name: EVENT, aggregate: "shift:1", payload, attempts: 1, natural_key: "1" }
    const { container, messages, now } = fakeContainer()
    const { INBOX_HANDLERS } = load("src/features/background/inbox-handlers.ts")
    const { applyEntries, registerInboxHandlers } = load("src/runtime/inbox-handlers.ts")
    registerInboxHandlers(INBOX_HANDLERS)
    const { outcomes } = await applyEntries(container, { id: "poscon_1" }, [entry], now)
    const sandbox = await load(`${SANDBOX}/index.ts`).startSandbox()
    const triggered = await sandbox.organization().then(() => sandbox.trigger(EVENT))
    await sandbox.close()
    return {
      isSubscribed: subscribedEvents({ authorization_id: "posauth_1" }).includes(EVENT),
      aggregate: getAggregateKey(EVENT, payload, "message-1"),
      outcomes,
      messages,
      triggered: triggered.what.replace(/[\w-]{36}/, "…"),
    }
  },
  expected: {
    isSubscribed: true,
    aggregate: "shift:6e8a3c1e-0000-11ee-8000-000000000001",
    outcomes: [{ id: "posin_1", kind: "done" }],
    messages: ["pos: Åsa closed a shift"],
    triggered: "closed the shift …",
  },
}
