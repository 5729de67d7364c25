/** One hour, day, week or month in a chart. `value` is null if there is nothing to show. */
export type Point = {
  readonly name: string
  /** The name on the axis, if it is shorter. */
  readonly tick?: string
  readonly value: number | null
  readonly text: string
  /** The whole of which `value` is a part. It is drawn behind the value. */
  readonly whole?: number
  /** The same point in the previous period, drawn as a pale bar. */
  readonly before?: { readonly value: number | null; readonly text: string }
}

/** A description of what the chart draws, for its legend and the table with the same numbers. */
export type SeriesNames = { readonly value: string; readonly whole?: string; readonly before?: string }
