/** A waiting time in words: in seconds below two minutes, otherwise in minutes, rounded up. */
export function durationText(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
