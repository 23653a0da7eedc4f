/** An image that cannot be pushed. The message says which image, why, and what to do. */
export class ImageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The URL does not lead to the public internet, or is of a kind that is not fetched. */
export class ImageAddressRefusedError extends ImageError {
  constructor(
    /** without query, user name and password, as in all errors */
    readonly url: string,
    reason: string
  ) {
    super(`The image ${url} is not fetched: ${reason}. Give it a public http or https address, or upload its file.`)
  }
}

/** The file has more bytes than the limit for downloads. */
export class ImageTooLargeError extends ImageError {
  constructor(
    readonly url: string,
    readonly maxBytes: number
  ) {
    super(`The image ${url} is larger than ${inMegabytes(maxBytes)} MB. Replace it with a smaller file.`)
  }
}

/** The image's host did not return it. */
export class ImageUnavailableError extends ImageError {
  constructor(
    readonly url: string,
    reason: string,
    /** true when the same call may succeed later without anybody's help */
    readonly retryable: boolean,
    options?: ErrorOptions
  ) {
    super(`The image ${url} cannot be fetched: ${reason}. Check that it opens in a browser.`, options)
  }
}

/** The bytes are no image of a known type, or the image is damaged. */
export class ImageUnreadableError extends ImageError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The image cannot be read: ${reason}. Save it as JPEG or PNG and upload it again.`, options)
  }
}

/** A side of the image is too short. Enlarging would only blur it. Sizes are in pixels. */
export class ImageTooSmallError extends ImageError {
  constructor(
    readonly width: number,
    readonly height: number,
    minPixels: number
  ) {
    super(
      `The image has ${width} × ${height} pixels, and each side needs at least ${minPixels}. Upload a larger image.`
    )
  }
}

/** The image is so long that no size of it has both sides within the limits. Sizes are in pixels. */
export class ImageTooNarrowError extends ImageError {
  constructor(
    readonly width: number,
    readonly height: number,
    bounds: { minPixels: number; maxPixels: number }
  ) {
    super(
      `The image has ${width} × ${height} pixels: with ${bounds.maxPixels} on the long side, the short one has ` +
        `fewer than ${bounds.minPixels}. Crop it and upload it again.`
    )
  }
}

/** The image has so many pixels that decoding it could exhaust the store's memory. Sizes are in pixels. */
export class ImageTooManyPixelsError extends ImageError {
  constructor(
    readonly width: number,
    readonly height: number,
    maxInputPixels: number
  ) {
    super(
      `The image has ${width} × ${height} pixels, and at most ${maxInputPixels / 1_000_000} million are read. ` +
        "Save it smaller and upload it again."
    )
  }
}

/** The image must be converted, and sharp is not installed or does not start on this machine. */
export class ImageNeedsSharpError extends ImageError {
  constructor(reason: string) {
    super(
      `The image ${reason}, and the optional package "sharp" that would fix it is missing from the store. ` +
        "Install sharp in the store, or upload the image as JPEG, PNG or GIF within the limits."
    )
  }
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toLocaleString("en", { maximumSignificantDigits: 3 })
}
