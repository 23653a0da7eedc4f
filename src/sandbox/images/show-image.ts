import type { Request } from "express"
import type { ImageResult } from "../../pos-api/contract"
import { originOf } from "../http/link-next"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { KeptImage } from "./store-image"

/**
 * Where a kept picture is (docs/service.md, imageKeys): as specified a key with extension and two sizes, as observed a
 * bare key and one address.
 */
export function showImage(context: SandboxContext, request: Request, { key, fileName }: KeptImage): ImageResult {
  const origin = originOf(request)
  return speaksField(context, "imageKeys")
    ? { imageLookupKey: key, imageUrls: [`${origin}/product/${fileName}`] }
    : { imageLookupKey: fileName, imageUrls: [`${origin}/o/${fileName}`, `${origin}/L/${fileName}`] }
}
