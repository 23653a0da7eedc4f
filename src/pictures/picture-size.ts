import { IMAGE_LIMITS } from "../pos-api/contract"
import { PictureTooManyPixelsError, PictureTooNarrowError, PictureTooSmallError } from "./picture-errors"

/** Sizes in pixels. */
export type PixelSize = { width: number; height: number }

/** The most pixels that are decoded: 8,000 × 8,000, some 250 MB of memory. More is a mistake, or an attack. */
export const MAX_INPUT_PIXELS = 64_000_000

/** @throws PictureTooManyPixelsError, PictureTooSmallError */
export function refuseUnusable({ width, height }: PixelSize): void {
  if (width * height > MAX_INPUT_PIXELS) {
    throw new PictureTooManyPixelsError(width, height, MAX_INPUT_PIXELS)
  }
  if (Math.min(width, height) < IMAGE_LIMITS.minPixels) {
    throw new PictureTooSmallError(width, height, IMAGE_LIMITS.minPixels)
  }
}

/** True when a side is longer than the service takes. */
export function isTooLong({ width, height }: PixelSize): boolean {
  return Math.max(width, height) > IMAGE_LIMITS.maxPixels
}

/**
 * Scales a size to `longest` pixels on its long side, or to what the short side's lower bound asks for.
 * @throws PictureTooNarrowError when no scale has both sides in bounds
 */
export function scaleTo(longest: number, { width, height }: PixelSize): PixelSize {
  const scale = Math.max(longest / Math.max(width, height), IMAGE_LIMITS.minPixels / Math.min(width, height))
  const scaled = { width: Math.round(width * scale), height: Math.round(height * scale) }
  if (isTooLong(scaled)) {
    throw new PictureTooNarrowError(width, height, IMAGE_LIMITS)
  }
  return scaled
}
