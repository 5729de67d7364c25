// The process that reads and makes pictures; see `encode-picture.ts`.
import { writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { z } from 'zod'
import { mostPixels, patience, pictureWork, type PictureWork } from './picture-work.ts'

// It lives for a moment, and never sees a picture twice.
sharp.cache(false)

goFirst()

const request = z.object({ id: z.number(), work: pictureWork })

process.on('message', (message) => void answer(message))
process.on('disconnect', () => process.exit())

async function answer(message: unknown): Promise<void> {
  const { id, work } = request.parse(message)
  try {
    process.send?.({ id, picture: await encode(work) })
  } catch (error) {
    process.send?.({ id, failure: error instanceof Error ? error.message : 'unknown' })
  }
}

async function encode({ from, density, isTurned = false, width, height, format }: PictureWork) {
  const drawn = density === undefined ? {} : { density }
  const read = sharp(from, { limitInputPixels: mostPixels, ...drawn })
  const turned = isTurned ? read.autoOrient() : read
  const isEnlarged = density !== undefined
  const size = height === undefined ? { width } : { width, height }
  const sized = turned.resize({ ...size, fit: 'inside', withoutEnlargement: !isEnlarged })
  return formatted(sized, format).timeout({ seconds: patience }).toBuffer()
}

function formatted(picture: Sharp, { type, ...options }: PictureWork['format']): Sharp {
  return picture.toFormat(type, options)
}

/** Where memory runs out, Linux is to end this process and not the one that takes payments, whichever has more. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or one that hides this.
  }
}
