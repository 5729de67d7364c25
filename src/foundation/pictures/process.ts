// The process that reads and converts pictures (see `encode-picture.ts`).
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import { goFirst } from '#foundation/process/go-first.ts'
import { judgePicture } from './judge-picture.ts'
import {
  mostMemory,
  mostPixels,
  patience,
  pictureWork,
  type PictureWork,
  type Refusal,
} from './picture-work.ts'

const end = Buffer.from('ffd9', 'hex')
/** Bytes that decode to something else than the missing ones. None of them begins a marker. */
const noise = Buffer.from(
  Array.from({ length: 4_096 }, (_, index) => (index * 167 + (index >> 4) * 89) % 251),
)

/** The number of rows that are decoded together. */
const rowsTogether = 32
const smallWidth = 320

/**
 * Completes a JPEG if only its end marker and its last rows are missing, as in a photo whose transfer was cut off at
 * the very end: browsers show it whole. Undefined if more is missing. The appended bytes show where its data ends.
 */
async function withEnd(jpeg: Buffer): Promise<Buffer | undefined> {
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

class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** How often the process checks its memory while it works, in milliseconds. It can take up to a gigabyte per second. */
const lookedAtEvery = 100

// No cache is needed, because the process is short-lived and never sees a picture twice.
sharp.cache(false)

goFirst()

const request = z.object({ id: z.number(), work: pictureWork })

process.on('message', (message) => void answer(message))
process.on('disconnect', () => process.exit())

async function answer(message: unknown): Promise<void> {
  const { id, work } = request.parse(message)
  const watch = setInterval(endWhenTooLarge, lookedAtEvery)
  try {
    process.send?.({ id, picture: await encode(work) })
  } catch (error) {
    process.send?.({
      id,
      failure: error instanceof Error ? error.message : 'unknown',
      refusal: refusalOf(error),
    })
  } finally {
    clearInterval(watch)
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal
  const message = error instanceof Error ? error.message : ''
  if (message.includes('exceeds pixel limit')) return 'pixels'
  return message.startsWith('timeout') ? 'time' : 'damaged'
}

async function encode(work: PictureWork): Promise<Buffer> {
  try {
    return await encodeWhole(work)
  } catch (error) {
    if (!isCutOff(error)) throw error
    const { from } = work
    const ended = await withEnd(typeof from === 'string' ? await readFile(from) : Buffer.from(from))
    if (ended === undefined) throw error
    return encodeWhole({ ...work, from: ended }, 'none')
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && error.message.includes('premature end of JPEG')
}

/** Ignores small errors in files written by cameras and phones, as every browser does. */
async function encodeWhole(
  { from, density, isTurned = false, isFilled = false, width, height, format }: PictureWork,
  failOn: 'error' | 'none' = 'error',
): Promise<Buffer> {
  const options = { limitInputPixels: mostPixels, failOn }
  // Drawings are our own, in the size that we request.
  if (density === undefined) {
    const refusal = judgePicture(await sharp(from, options).metadata())
    if (refusal !== undefined) throw new Refused(refusal)
  }
  const drawn = density === undefined ? {} : { density }
  const read = sharp(from, { ...options, ...drawn })
  const turned = isTurned ? read.autoOrient() : read
  const isEnlarged = density !== undefined || isFilled
  const size = height === undefined ? { width } : { width, height }
  const sized = turned.resize({
    ...size,
    fit: isFilled ? 'cover' : 'inside',
    withoutEnlargement: !isEnlarged,
  })
  return formatted(sized, format).timeout({ seconds: patience }).toBuffer()
}

function formatted(picture: Sharp, { type, ...options }: PictureWork['format']): Sharp {
  const whole = type === 'jpeg' ? picture.flatten({ background: '#fff' }) : picture
  return whole.toFormat(type, options)
}

/** Native code cannot be asked to stop, only killed. */
function endWhenTooLarge(): void {
  if (process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL')
}
