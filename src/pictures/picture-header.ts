import type { Sharp } from "./load-sharp"
import { PictureUnreadableError } from "./picture-errors"
import type { PixelSize } from "./picture-size"

/** What a picture says of itself before it is decoded. Its size is upright: a quarter turn by EXIF swaps the sides. */
export type PictureHeader = PixelSize & {
  /** EXIF turns or mirrors it, which not every screen heeds */
  turned: boolean
  hasAlpha: boolean
}

/** @throws PictureUnreadableError when sharp cannot read it */
export async function readPictureHeader(sharp: Sharp, bytes: Buffer): Promise<PictureHeader> {
  // No limit of pixels here: nothing is decoded, and the size is needed to tell why a picture is refused.
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new PictureUnreadableError("its file is damaged", { cause })
    })
  const { width, height, orientation = 1, hasAlpha } = metadata
  const size = orientation >= 5 ? { width: height, height: width } : { width, height }
  return { ...size, turned: orientation > 1, hasAlpha }
}
