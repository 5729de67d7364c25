/** One hour, day, week or month; `value` is null when there is nothing to show. */
export type Point = {
  readonly name: string
  /** The name on the axis, if shorter. */
  readonly tick?: string
  readonly value: number | null
  readonly text: string
  /** What `value` is a part of, drawn behind it. */
  readonly whole?: number
  /** The same point of the previous period, drawn as a pale bar. */
  readonly before?: { readonly value: number | null; readonly text: string }
}

/** What the chart draws, for its legend and the equivalent table. */
export type SeriesNames = { readonly value: string; readonly whole?: string; readonly before?: string }
