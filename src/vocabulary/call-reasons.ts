import type { Reason } from "./reason"

const ANYTHING = ["rejected", "waiting", "dead", "stock", "picture"] as const

/** Why a call of the service did not end well: whatever was asked or told by it waits, or gave up. */
export const CALL_REASONS = {
  refused: {
    at: ANYTHING,
    says: [
      "The service refused … with …",
      "The service refused the product",
      "The service refused the product: …",
      "Could not delete the product at the POS: …",
    ],
  },
  "service-away": {
    at: ANYTHING,
    says: [
      "The point-of-sale service did not answer …: …. Check its address; it is tried again.",
      "The service is not asked for now: it did not answer",
      "The service was not asked yet",
      "The service failed on … with …. It is tried again later.",
      "The POS is busy and did not take … (…). It is tried again later.",
      "The service asks to slow down (…). It is tried again later.",
      "The POS is busy and did not take … (…). It is tried again later.",
      "The service takes only so many calls, and others went first (…). It is tried again.",
    ],
  },
  credentials: {
    at: ANYTHING,
    says: [
      "The service no longer accepts the credentials (…). Connect again with a new API key.",
      "The service does not accept this API key: it was deleted or revoked. Create a new key and connect again.",
      "The service does not let this application in any longer: it was disconnected there, or not used for too long. " +
        "Connect again.",
      "The service has removed the credentials (…). …",
    ],
  },
  scope: {
    at: ANYTHING,
    says: [
      "The API key lacks a scope for …. Create a key with all scopes.",
      "The API key lacks the scope READ:FINANCE, so account transactions and payouts cannot be read. " +
        "Create a key with it and connect again; everything else goes on.",
    ],
  },
  "unknown-there": { at: ANYTHING, says: ["The service does not know what … names."] },
  "changed-meanwhile": {
    at: ["waiting"],
    says: [
      "The product was changed at the service meanwhile (…). Read it again.",
      "The counter changed the product … … times while it was written. It is tried again later.",
    ],
  },
  "foreign-address": {
    at: ANYTHING,
    says: ["The service sends … on to …, which is not its configured address. Check the plugin's addresses."],
  },
  "not-understood": {
    at: ["dead", "waiting", "stock"],
    says: [
      "The service signed it, and it is not understood: …",
      "The service answered … in a form that is not understood: …",
      "The POS answered … with more than … MB, which is not read. Report it: the list needs pages.",
      "Purchase … has no time of sale that can be read",
      "… is missing",
      "… is … where … belongs",
      "… is … that cannot be read",
      "… is more than …",
      "… is less than …",
      "… is none of …",
      "… has what is not known: …",
      "… must …",
      "The shop keeps something in a form that it does not understand: …",
    ],
  },
} as const satisfies Record<string, Reason>
