import { z } from 'zod'

/** What is to be made of a picture: sizes are in pixels, and a picture is never enlarged, but for what is drawn. */
export const pictureWork = z.object({
  /** Its bytes, or the path of its file. */
  from: z.custom<Uint8Array | string>((from) => typeof from === 'string' || from instanceof Uint8Array),
  /** Of a drawing, in which size it is drawn: so many points in an inch, of which it has 72. */
  density: z.number().optional(),
  /** Turned as its camera says; else as it is. */
  isTurned: z.boolean().optional(),
  width: z.number().int(),
  /** With both it keeps its proportions within them. */
  height: z.number().int().optional(),
  /** It fills both instead, enlarged if need be: what is beyond its middle is cut off. */
  isFilled: z.boolean().optional(),
  format: z.discriminatedUnion('type', [
    z.object({ type: z.literal('webp'), quality: z.number() }),
    z.object({ type: z.literal('avif'), quality: z.number(), effort: z.number() }),
    z.object({ type: z.literal('png'), compressionLevel: z.number() }),
    /** On white, where something shines through. */
    z.object({ type: z.literal('jpeg'), quality: z.number() }),
  ]),
})
export type PictureWork = z.output<typeof pictureWork>

/** More is refused before it is unpacked. */
export const mostPixels = 100_000_000
/** Of its width or height, in pixels: rows are unpacked many at a time, and long ones take gigabytes in a small picture. */
export const mostSide = 30_000
/** In bytes, of what has to be unpacked whole before anything can be made of it. */
export const mostHeld = 400_000_000
/** In bytes, of the process with all that it has at a time: where it takes more it ends, before the machine has none. */
export const mostMemory = 1_400_000_000
/** Seconds that one picture may take; one that was made to keep us busy ends here. */
export const patience = 15

/** Why no picture was made: it has too many pixels or too long a side, takes too much memory or time, or is damaged. */
export const refusals = ['pixels', 'side', 'memory', 'time', 'damaged'] as const
export type Refusal = (typeof refusals)[number]
