import { z } from 'zod'

/**
 * The format of a backup: gzipped JSON lines with a header, then for each table one line with its columns and a line
 * per row, and a last line. A row stays exactly as PostgreSQL wrote it, because its numbers may be more precise than
 * ours.
 */
export const Line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('header'),
    product: z.literal('tillform'),
    format: z.literal(1),
    createdAt: z.iso.datetime(),
    /** The last migration of the database's schema, or null if there was none. */
    migration: z.string().nullable(),
  }),
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({
    kind: z.literal('end'),
    rows: z.int(),
    /** The last value of each sequence, as text because it can exceed 2^53. */
    sequences: z.record(z.string(), z.string()),
  }),
])
export type Line = z.infer<typeof Line>

const rowStart = '{"row":'

export const lineOf = (line: Line) => `${JSON.stringify(line)}\n`

/** Replaces line breaks, which can occur only between the parts of a JSON value and never inside a string. */
export const lineOfRow = (row: string) => `${rowStart}${row.replaceAll('\n', ' ')}}\n`

/** The text of a row, or undefined for other lines. */
export const rowOf = (line: string) =>
  line.startsWith(rowStart) ? line.slice(rowStart.length, -1) : undefined
