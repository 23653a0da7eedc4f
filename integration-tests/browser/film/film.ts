import { writeFileSync } from "node:fs"
import type { Browser, Locator, Page } from "playwright-core"
import sharp from "sharp"

const BAND = 36
const GAP = 12

export type Side = { title: string; page: Page; width: number }

/** Frames of several windows beside each other, which become one animation. */
export class Film {
  private readonly frames: Buffer[] = []
  private readonly delays: number[] = []

  private constructor(
    private readonly stage: Page,
    private readonly sides: Side[]
  ) {}

  static async open(browser: Browser, sides: Side[], height: number): Promise<Film> {
    const width = sides.reduce((sum, side) => sum + side.width + GAP, GAP)
    const context = await browser.newContext({ viewport: { width, height: height + BAND + GAP } })
    return new Film(await context.newPage(), sides)
  }

  /** What the windows show, for so long. @param pointer what a finger is about to touch */
  async show(milliseconds: number, pointer?: Locator): Promise<void> {
    const shots = await Promise.all(
      this.sides.map(async (side) => {
        const shot = (await side.page.screenshot({ animations: "disabled", caret: "hide" })).toString("base64")
        const finger = pointer?.page() === side.page ? await pointer.boundingBox() : null
        const spot = finger ? dot(finger.x + finger.width / 2, finger.y + finger.height / 2) : ""
        return `<figure style="width:${side.width}px"><figcaption>${side.title}</figcaption>
          <div><img src="data:image/png;base64,${shot}">${spot}</div></figure>`
      })
    )
    await this.stage.setContent(`<style>${STYLE}</style>${shots.join("")}`)
    this.frames.push(await this.stage.screenshot())
    this.delays.push(milliseconds)
  }

  /** Shows what is about to be touched, and touches it. */
  async touch(target: Locator, milliseconds = 700): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    await this.show(milliseconds, target)
    await target.click()
  }

  /** Writes an animated WebP that begins again at its end; its size in bytes. */
  async write(file: string): Promise<number> {
    const animation = await sharp(this.frames, { join: { animated: true } })
      .webp({ delay: this.delays, loop: 0, lossless: true, effort: 6 })
      .toBuffer()
    writeFileSync(file, animation)
    return animation.length
  }
}

const dot = (x: number, y: number) => `<b style="left:${x - 17}px;top:${y - 17}px"></b>`

const STYLE = `
  body { margin: 0; padding: 0 ${GAP}px ${GAP}px; display: flex; gap: ${GAP}px; background: #e4e4e7; font: 15px sans-serif }
  figure { margin: 0 } figcaption { height: ${BAND}px; line-height: ${BAND}px; color: #3f3f46; text-align: center }
  div { position: relative; border-radius: 8px; overflow: hidden } img { display: block }
  b { position: absolute; width: 30px; height: 30px; border: 2px solid #fff; border-radius: 50%; background: #e11d48aa }`
