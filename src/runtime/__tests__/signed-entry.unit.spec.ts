import { notificationSchema } from "../../pos-api/contract"
import { findOtherOrganization } from "../signed-entry"

const OWN = "0c0ffee0-89ab-11ee-8000-0123456789ab"
const OTHER = "0c0ffee0-89ab-11ee-8000-0123456789ac"

const read = (envelope: string, payload: string) => ({
  notification: notificationSchema.parse({
    ...JSON.parse(envelope),
    eventName: "ProductUpdated",
    messageId: "m-1",
    payload,
  }),
  payload: JSON.parse(payload) as unknown,
})

describe("The organization of a notification", () => {
  it.each([
    ["{}", "{}", null],
    ["{}", `{"organizationUuid":"${OWN.toUpperCase()}"}`, null],
    [`{"organizationUuid":"${OWN}"}`, "[]", null],
    ["{}", `{"organizationUuid":"${OTHER}"}`, { organizationUuid: OTHER, isSigned: true }],
    [`{"organizationUuid":"${OTHER}"}`, "{}", { organizationUuid: OTHER, isSigned: false }],
    ["{}", '{"organizationUuid":[]}', null],
    ["{}", '{"__proto__":{"organizationUuid":[],"uuid":[-1e21],"constructor":"0.350"}}', null],
    ['{"__proto__":{"organizationUuid":[]}}', "{}", null],
  ])("of %s with the payload %s is another one: %j", (envelope, payload, other) => {
    expect(findOtherOrganization(read(envelope, payload), OWN)).toEqual(other)
  })

  it("is not compared where the connection's is unknown", () => {
    expect(findOtherOrganization(read("{}", `{"organizationUuid":"${OTHER}"}`), null)).toBeNull()
  })
})
