import { formatFact, getFacts } from "../components/activities/activity-facts"

const words = {
  nothing: "–",
  all: "all",
  yes: "yes",
  no: "no",
  nameOf: (name: string) => name,
  valueOf: (_name: string, value: string) => value,
}

const activity = {
  id: "posact_1",
  actor_id: "user_1",
  actor_name: null,
  kind: "outbound-settings",
  state: "done",
  begun_at: "2026-01-01T00:00:00.000Z",
  asked: null,
  before: null,
  after: null,
}

describe("The facts of a decision", () => {
  it("are what was asked for, with how many records were named", () => {
    const asked = { entries: { count: 2, ids: ["a", "b"] }, differences: { count: null }, reset: true, date: null }
    expect(getFacts({ ...activity, asked }, words)).toEqual(["entries: 2", "differences: all", "reset: yes", "date: –"])
  })

  it("are what became different, in words as deep as it goes", () => {
    const before = { images: "url", selection: { by: "all", ids: [] } }
    const after = { images: "off", selection: { by: "tag", ids: ["t1", "t2"] } }
    expect(getFacts({ ...activity, before, after }, words)).toEqual([
      "images: url → off",
      "selection: by all, ids – → by tag, ids t1, t2",
    ])
  })

  it("are what was, where nothing is left", () => {
    expect(getFacts({ ...activity, before: { state: "active" } }, words)).toEqual(["state: active → –"])
  })
})

describe("A value in the activity log", () => {
  it.each([
    ["2026-08-27T22:35:36.420Z", /^Aug 28, 2026, 12:35.AM$/],
    ["2026-08-27", /^Aug 27, 2026$/],
    ["Kassa 2026-08-27", /^Kassa 2026-08-27$/],
    ["", /^$/],
  ])("formats %p in the reader's language and the organization's time zone", (value, shown) => {
    expect(formatFact(value, "en", "Europe/Stockholm")).toMatch(shown)
  })
})
