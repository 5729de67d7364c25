import { z } from 'zod'

/** How to convert a picture. Sizes are in pixels, and only drawings are enlarged. */
export const pictureWork = z.object({
  /** The bytes of the picture, or the path of its file. */
  from: z.custom<Uint8Array | string>((from) => typeof from === 'string' || from instanceof Uint8Array),
  /** The resolution for a drawing in dots per inch. An inch has 72 of the drawing's units. */
  density: z.number().optional(),
  /** Whether to rotate the picture as its camera's orientation says. */
  isTurned: z.boolean().optional(),
  width: z.number().int(),
  /** The maximum size. With both values, the picture keeps its proportions within them. */
  height: z.number().int().optional(),
  /** Whether the picture fills both sizes instead, enlarged if needed. The excess around its center is cropped. */
  isFilled: z.boolean().optional(),
  format: z.discriminatedUnion('type', [
    z.object({ type: z.literal('webp'), quality: z.number() }),
    z.object({ type: z.literal('avif'), quality: z.number(), effort: z.number() }),
    z.object({ type: z.literal('png'), compressionLevel: z.number() }),
    /** Whether to put a transparent picture on white. */
    z.object({ type: z.literal('jpeg'), quality: z.number() }),
  ]),
})
export type PictureWork = z.output<typeof pictureWork>

/** The maximum number of pixels. Larger pictures are rejected before they are decoded. */
export const mostPixels = 100_000_000
/**
 * The maximum width or height in pixels. Many rows are decoded at a time, so very long rows take gigabytes even if the
 * picture has few pixels.
 */
export const mostSide = 30_000
/** The maximum size of data that must be decoded completely before any conversion, in bytes. */
export const mostHeld = 400_000_000
/**
 * The maximum memory of the whole process, in bytes. Beyond that, the process ends before the machine runs out of
 * memory.
 */
export const mostMemory = 1_400_000_000
/** The maximum time per picture, in seconds. It also stops pictures made to keep us busy. */
export const patience = 15

/**
 * Why a picture was rejected: it has too many pixels or too long a side, takes too much memory or time, or is
 * damaged.
 */
export const refusals = ['pixels', 'side', 'memory', 'time', 'damaged'] as const
export type Refusal = (typeof refusals)[number]
