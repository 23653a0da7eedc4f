import { extractText, getDocumentProxy } from "unpdf"

/** The text of a PDF, page after page, as a reader that is not ours sees it (pdf.js). */
export async function textOfPdf(pdf: Buffer): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { text } = await extractText(document, { mergePages: true })
  return text
}
