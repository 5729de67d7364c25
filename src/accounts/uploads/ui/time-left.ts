type Pace = {
  /** In bytes: what was sent in that time, and what is left. */
  readonly sent: number
  readonly left: number
  /** In milliseconds. */
  readonly time: number
}

/** Too little to go by, in milliseconds. */
const leastTime = 3_000

/** How long the rest takes at the pace so far, in words; null: nobody can say yet. */
export function timeLeft({ sent, left, time }: Pace): string | null {
  if (sent <= 0 || time < leastTime) return null
  const seconds = ((time / 1000) * left) / sent
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about an hour left' : `about ${hours} hours left`
}
