import sharp from "sharp"

const COLOURS = ["#0f766e", "#b45309", "#1d4ed8", "#be123c", "#4d7c0f", "#6d28d9"]
const SIZE = 480

/** A plain image for a product: its first letter on a colour. */
export async function drawImage(title: string, index: number): Promise<Buffer> {
  const letter = title.charAt(0).replace(/[<&>]/, "")
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">
    <rect width="100%" height="100%" fill="${COLOURS[index % COLOURS.length]}"/>
    <circle cx="240" cy="240" r="150" fill="#ffffff22"/>
    <text x="240" y="310" font-family="sans-serif" font-size="200" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}
