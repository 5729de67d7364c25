/** What is wrong with the timers of a list: by a timer's place in it, each wrong field with its message. */
export type TimerProblems = ReadonlyMap<number, Readonly<Record<string, string>>>

/** Reads a refusal's fields, such as `timers.0.amount`. */
export function problemsByPlace(errors: Readonly<Record<string, unknown>>): TimerProblems {
  const problems = new Map<number, Record<string, string>>()
  for (const [path, message] of Object.entries(errors)) {
    const [, place, field] = /^timers\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (place === undefined || field === undefined || typeof message !== 'string') continue
    problems.set(Number(place), { ...problems.get(Number(place)), [field]: message })
  }
  return problems
}
