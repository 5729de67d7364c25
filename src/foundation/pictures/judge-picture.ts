import type { Metadata } from 'sharp'
import { mostHeld, mostPixels, mostSide, type Refusal } from './picture-work.ts'

/** What a picture says of itself before it is unpacked. */
export type Described = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'orientation'
>

/** What is too large of a picture; undefined where it can be unpacked. */
export function judgePicture(picture: Described): Extract<Refusal, 'pixels' | 'side' | 'memory'> | undefined {
  const { width, height } = picture
  if (width * height > mostPixels) return 'pixels'
  if (Math.max(width, height) > mostSide) return 'side'
  return width * height * heldPerPixel(picture) > mostHeld ? 'memory' : undefined
}

/** Bytes of each pixel that are in memory at once, apart from a few rows: most pictures are unpacked row by row. */
function heldPerPixel(picture: Described): number {
  const { format, channels, isProgressive, orientation = 1 } = picture
  const unpacked = channels * (picture.depth === 'uchar' || picture.depth === 'char' ? 1 : 2)
  // A turned one is made small while it is read, before it is turned.
  if (format === 'jpeg') return isProgressive ? 2 * samplesPerPixel(picture) : 0
  if (format === 'png') return isProgressive || orientation > 1 ? unpacked : 0
  return unpacked
}

/** A progressive JPEG comes in layers, whose coefficients of two bytes are kept until the last one. */
function samplesPerPixel({ channels, chromaSubsampling }: Described): number {
  if (chromaSubsampling === '4:2:0') return 1.5
  return chromaSubsampling === '4:2:2' ? 2 : channels
}
