/** A time to wait in words: in seconds below two minutes, else in minutes, rounded up. */
export function durationText(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
