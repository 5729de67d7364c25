import sharp from 'sharp'
import { mostPixels } from './picture-work.ts'

const end = Buffer.from('ffd9', 'hex')
/** Bytes that decode to something else than whatever was lost; none of them begins a marker. */
const noise = Buffer.from(
  Array.from({ length: 4_096 }, (_, index) => (index * 167 + (index >> 4) * 89) % 251),
)

/** Rows are decoded so many at a time. */
const rowsTogether = 32
const smallWidth = 320

/**
 * The JPEG with an end, where it has lost no more than that and its last rows, such as a photo that a phone or a cable
 * did not finish: browsers show it whole. Undefined where more is missing. What is put behind its data is drawn from where
 * they end.
 */
export async function withEnd(jpeg: Buffer): Promise<Buffer | undefined> {
  const ended = Buffer.concat([jpeg, end])
  const { height } = await sharp(ended, { limitInputPixels: mostPixels }).metadata()
  const [one, other] = await Promise.all([draw(ended), draw(Buffer.concat([jpeg, noise, end]))])
  const { width, height: rows } = one.info
  const differing = one.data.findIndex((shade, at) => Math.abs(shade - (other.data[at] ?? 0)) > 4)
  if (differing < 0) return ended
  const lost = 1 - Math.floor(differing / width) / rows
  return lost * height <= Math.max(rowsTogether, height / 50) ? ended : undefined
}

function draw(jpeg: Buffer) {
  return sharp(jpeg, { limitInputPixels: mostPixels, failOn: 'none' })
    .grayscale()
    .resize({ width: smallWidth })
    .raw()
    .toBuffer({ resolveWithObject: true })
}
