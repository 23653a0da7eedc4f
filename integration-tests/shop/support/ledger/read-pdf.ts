import { execFileSync } from "node:child_process"
import { inflateSync } from "node:zlib"

/** The text of a PDF by each reader that is here: pdftotext where it is installed, and the bytes themselves. */
export function textsOfPdf(pdf: Buffer): string[] {
  return [readBytes(pdf), ...readByPdftotext(pdf)]
}

/** pdftotext comes with poppler, which a machine may lack; then there is nothing to compare. */
function readByPdftotext(pdf: Buffer): string[] {
  try {
    return [execFileSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" })]
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return []
    }
    throw error
  }
}

/** The text as the pages draw it, read without the library that wrote them. */
function readBytes(pdf: Buffer): string {
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
