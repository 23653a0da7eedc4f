import { inflateSync } from "node:zlib"

/** The text of a PDF as its pages draw it, read from the bytes without the library that wrote them. */
export function textOfPdf(pdf: Buffer): string {
  const streams = [...pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
  return streams
    .map(([, content = ""]) => {
      try {
        return inflateSync(Buffer.from(content, "latin1")).toString("latin1")
      } catch {
        return content
      }
    })
    .flatMap((content) => [...content.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, pieces = ""]) =>
      [...pieces.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")).join("")
    )
    .join("\n")
}
