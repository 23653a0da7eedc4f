/** A picture that cannot be pushed. The message tells a person which, why, and what to do. */
export class PictureError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The URL does not lead to the public internet, or is none that is fetched. */
export class PictureAddressRefusedError extends PictureError {
  constructor(
    /** without query, user name and password; the same in all errors */
    readonly url: string,
    reason: string
  ) {
    super(`The picture ${url} is not fetched: ${reason}. Give it a public http or https address, or upload its file.`)
  }
}

/** The file has more bytes than are fetched. */
export class PictureTooLargeError extends PictureError {
  constructor(
    readonly url: string,
    readonly maxBytes: number
  ) {
    super(`The picture ${url} is larger than ${inMegabytes(maxBytes)} MB. Replace it with a smaller file.`)
  }
}

/** The picture's host did not give it. */
export class PictureUnavailableError extends PictureError {
  constructor(
    readonly url: string,
    reason: string,
    /** true when the same call may succeed later without anybody doing anything */
    readonly retryable: boolean,
    options?: ErrorOptions
  ) {
    super(`The picture ${url} cannot be fetched: ${reason}. Check that it opens in a browser.`, options)
  }
}

/** The bytes are no picture of a type that is known, or a broken one. */
export class PictureUnreadableError extends PictureError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The picture cannot be read: ${reason}. Save it as JPEG or PNG and upload it again.`, options)
  }
}

/** A side of the picture is too short. Enlarging would only blur it. Sizes in pixels. */
export class PictureTooSmallError extends PictureError {
  constructor(
    readonly width: number,
    readonly height: number,
    minPixels: number
  ) {
    super(
      `The picture has ${width} × ${height} pixels, and each side needs at least ${minPixels}. Upload a larger picture.`
    )
  }
}

/** The picture is so long that no size of it has both sides in bounds. Sizes in pixels. */
export class PictureTooNarrowError extends PictureError {
  constructor(
    readonly width: number,
    readonly height: number,
    bounds: { minPixels: number; maxPixels: number }
  ) {
    super(
      `The picture has ${width} × ${height} pixels: with ${bounds.maxPixels} on the long side, the short one has ` +
        `fewer than ${bounds.minPixels}. Crop it and upload it again.`
    )
  }
}

/** The picture has so many pixels that decoding it could exhaust the shop's memory. Sizes in pixels. */
export class PictureTooManyPixelsError extends PictureError {
  constructor(
    readonly width: number,
    readonly height: number,
    maxInputPixels: number
  ) {
    super(
      `The picture has ${width} × ${height} pixels, and at most ${maxInputPixels / 1_000_000} million are read. ` +
        "Save it smaller and upload it again."
    )
  }
}

/** The picture must be converted, and sharp is not installed or does not start here. */
export class PictureNeedsSharpError extends PictureError {
  constructor(reason: string) {
    super(
      `The picture ${reason}, and the optional package "sharp" that would mend it is missing from the shop. ` +
        "Install sharp in the shop, or upload the picture as JPEG, PNG or GIF within the limits."
    )
  }
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toLocaleString("en", { maximumSignificantDigits: 3 })
}
