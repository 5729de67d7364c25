/** The errors in a list of timers: messages by field, by each timer's index in the list. */
export type TimerProblems = ReadonlyMap<number, Readonly<Record<string, string>>>

/** Reads the fields of a rejected save, such as `timers.0.amount`. */
export function problemsByPlace(errors: Readonly<Record<string, unknown>>): TimerProblems {
  const problems = new Map<number, Record<string, string>>()
  for (const [path, message] of Object.entries(errors)) {
    const [, place, field] = /^timers\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (place === undefined || field === undefined || typeof message !== 'string') continue
    problems.set(Number(place), { ...problems.get(Number(place)), [field]: message })
  }
  return problems
}
