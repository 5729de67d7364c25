import type { Metadata } from 'sharp'
import { mostHeld, mostPixels, mostSide, type Refusal } from './picture-work.ts'

/** The metadata of a picture, read before it is decoded. */
export type Described = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'orientation'
>

/** The limit that a picture exceeds, or undefined if it can be decoded. */
export function judgePicture(picture: Described): Extract<Refusal, 'pixels' | 'side' | 'memory'> | undefined {
  const { width, height } = picture
  if (width * height > mostPixels) return 'pixels'
  if (Math.max(width, height) > mostSide) return 'side'
  return width * height * heldPerPixel(picture) > mostHeld ? 'memory' : undefined
}

/** The memory per pixel in bytes, apart from a few rows. Most pictures are decoded row by row. */
function heldPerPixel(picture: Described): number {
  const { format, channels, isProgressive, orientation = 1 } = picture
  const unpacked = channels * (picture.depth === 'uchar' || picture.depth === 'char' ? 1 : 2)
  // A rotated picture is scaled down while it is decoded, before the rotation.
  if (format === 'jpeg') return isProgressive ? 2 * samplesPerPixel(picture) : 0
  if (format === 'png') return isProgressive || orientation > 1 ? unpacked : 0
  return unpacked
}

/** A progressive JPEG consists of layers. Its two-byte coefficients are in memory until the last layer is read. */
function samplesPerPixel({ channels, chromaSubsampling }: Described): number {
  if (chromaSubsampling === '4:2:0') return 1.5
  return chromaSubsampling === '4:2:2' ? 2 : channels
}
