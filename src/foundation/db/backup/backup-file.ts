import { z } from 'zod'

/**
 * A backup is a gzipped text of JSON lines: a header, then each table as one line that names its columns and a
 * line for every row, then the end. A row stays the text that PostgreSQL wrote, because its numbers may be more
 * exact than ours.
 */
export const Line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('header'),
    product: z.literal('tillform'),
    format: z.literal(1),
    createdAt: z.iso.datetime(),
    /** The last migration of the schema; null for a database without any. */
    migration: z.string().nullable(),
  }),
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({
    kind: z.literal('end'),
    rows: z.int(),
    /** The last number that each sequence gave; as text, for it may be beyond 2^53. */
    sequences: z.record(z.string(), z.string()),
  }),
])
export type Line = z.infer<typeof Line>

const rowStart = '{"row":'

export const lineOf = (line: Line) => `${JSON.stringify(line)}\n`

/** A line break can only stand between the parts of a value of type json, never in a string. */
export const lineOfRow = (row: string) => `${rowStart}${row.replaceAll('\n', ' ')}}\n`

/** The row's own text, or undefined for the other kinds of line. */
export const rowOf = (line: string) =>
  line.startsWith(rowStart) ? line.slice(rowStart.length, -1) : undefined
