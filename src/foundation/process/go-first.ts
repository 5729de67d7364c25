import { writeFileSync } from 'node:fs'

/** Where memory runs out, Linux is to end this process and not the one that takes payments, whichever has more. */
export function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or one that hides this.
  }
}
