// The process that reads and makes pictures; see `encode-picture.ts`.
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { z } from 'zod'
import { goFirst } from '#foundation/process/go-first.ts'
import { judgePicture } from './judge-picture.ts'
import { withEnd } from './lost-foot.ts'
import {
  mostMemory,
  mostPixels,
  patience,
  pictureWork,
  type PictureWork,
  type Refusal,
} from './picture-work.ts'

class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** How often its memory is looked at while it works, in milliseconds: it takes up to a gigabyte in a second. */
const lookedAtEvery = 100

// It lives for a moment, and never sees a picture twice.
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

/** Cameras and phones write files with small faults that every browser passes over; so does this. */
async function encodeWhole(
  { from, density, isTurned = false, isFilled = false, width, height, format }: PictureWork,
  failOn: 'error' | 'none' = 'error',
): Promise<Buffer> {
  const options = { limitInputPixels: mostPixels, failOn }
  // What is drawn is our own, in the size that we ask for.
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

/** Native code is not asked to stop, only ended. */
function endWhenTooLarge(): void {
  if (process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL')
}
