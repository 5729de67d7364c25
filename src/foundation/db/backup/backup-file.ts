import { z } from 'zod'

/**
 * A backup is gzipped JSON lines: a header; each table as one line with its columns and a line per row; the end. A row
 * stays the text PostgreSQL wrote, because its numbers may be more exact than ours.
 */
export const Line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('header'),
    product: z.literal('tillform'),
    format: z.literal(1),
    createdAt: z.iso.datetime(),
    /** The schema's last migration; null for a database without any. */
    migration: z.string().nullable(),
  }),
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({
    kind: z.literal('end'),
    rows: z.int(),
    /** Each sequence's last value, as text, since it can exceed 2^53. */
    sequences: z.record(z.string(), z.string()),
  }),
])
export type Line = z.infer<typeof Line>

const rowStart = '{"row":'

export const lineOf = (line: Line) => `${JSON.stringify(line)}\n`

/** A line break can only occur between the parts of a json value, never in a string. */
export const lineOfRow = (row: string) => `${rowStart}${row.replaceAll('\n', ' ')}}\n`

/** The row's text, or undefined for other lines. */
export const rowOf = (line: string) =>
  line.startsWith(rowStart) ? line.slice(rowStart.length, -1) : undefined
