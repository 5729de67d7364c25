import { z } from 'zod'

/** The conversion of a picture: sizes are in pixels, and only drawings are enlarged. */
export const pictureWork = z.object({
  /** Its bytes, or the path of its file. */
  from: z.custom<Uint8Array | string>((from) => typeof from === 'string' || from instanceof Uint8Array),
  /** A drawing's resolution: dots per inch, where an inch has 72 of its units. */
  density: z.number().optional(),
  /** Rotated by its camera's orientation; otherwise unchanged. */
  isTurned: z.boolean().optional(),
  width: z.number().int(),
  /** With both it keeps its proportions within them. */
  height: z.number().int().optional(),
  /** It fills both instead, enlarged if needed: the excess around its center is cropped. */
  isFilled: z.boolean().optional(),
  format: z.discriminatedUnion('type', [
    z.object({ type: z.literal('webp'), quality: z.number() }),
    z.object({ type: z.literal('avif'), quality: z.number(), effort: z.number() }),
    z.object({ type: z.literal('png'), compressionLevel: z.number() }),
    /** On white, for transparency. */
    z.object({ type: z.literal('jpeg'), quality: z.number() }),
  ]),
})
export type PictureWork = z.output<typeof pictureWork>

/** Larger ones are refused before decoding. */
export const mostPixels = 100_000_000
/** The maximum width or height, in pixels: rows are decoded many at a time, and long ones take gigabytes in a small picture. */
export const mostSide = 30_000
/** In bytes, of data that must be decoded whole before any conversion. */
export const mostHeld = 400_000_000
/** In bytes, for the whole process: beyond it the process ends, before the machine runs out. */
export const mostMemory = 1_400_000_000
/** Seconds per picture; one made to keep us busy ends here. */
export const patience = 15

/** Why a picture was refused: too many pixels or too long a side, too much memory or time, or damaged. */
export const refusals = ['pixels', 'side', 'memory', 'time', 'damaged'] as const
export type Refusal = (typeof refusals)[number]
