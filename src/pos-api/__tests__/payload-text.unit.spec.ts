import { z } from "zod"
import { readPayloadText } from "../notification-reader"
import { signNotification, verifyNotification } from "../signature"

const read = (body: string) =>
  readPayloadText(body, z.looseObject({ payload: z.unknown() }).safeParse(JSON.parse(body)).data?.payload)

describe("the text of a payload that is signed", () => {
  it.each([
    ["a text", '{"payload":"{\\"a\\":1}"}', '{"a":1}'],
    ["a text that holds the name", '{"payload":"\\"payload\\""}', '"payload"'],
    ["a text beside a value of that name", '{"eventName":"payload","payload":"t"}', "t"],
    ["a text beside one that is deeper", '{"a":[{"payload":1}],"payload":"t","b":{"payload":2}}', "t"],
    ["a text whose name is written otherwise", '{"pay\\u006coad":"t"}', "t"],
    [
      "an object as it stands",
      '{"a":1, "payload" : { "n" : 1.50,\n"m":[ {"payload":","} ] } ,"b":{}}',
      '{ "n" : 1.50,\n"m":[ {"payload":","} ] }',
    ],
    ["an object at the end", '{"b":"}","payload":{}}', "{}"],
    ["a list, a number or null", '{"payload":[1, 2]}', "[1, 2]"],
    ["a number as it stands", '{"payload":1.50}', "1.50"],
    ["null", '{"payload":null,"a":1}', "null"],
    ["nothing where there is none", '{"a":"payload"}', null],
    ["nothing of an empty object", "{}", null],
    ["nothing where it is deeper", '{"a":{"payload":"t"}}', null],
    ["nothing of two texts", '{"payload":"a","payload":"b"}', null],
    ["nothing of two objects", '{"payload":{},"a":1,"payload":{}}', null],
    ["nothing of an object and a text", '{"payload":{},"payload":"b"}', null],
  ])("is %s", (_what, body, text) => {
    expect(read(body)).toBe(text)
  })
})

describe("a signature", () => {
  it("may stand between spaces", () => {
    const [timestamp, payload] = ["2026-11-21T10:11:12.131Z", '{"namn":"Åsa 東京"}']
    const signature = ` ${signNotification("nyckel å", timestamp, payload)}\n`
    expect(verifyNotification({ signingKeys: ["nyckel å"], timestamp, payload, signature })).toBe(true)
    expect(verifyNotification({ signingKeys: ["nyckel a"], timestamp, payload, signature })).toBe(false)
  })
})
