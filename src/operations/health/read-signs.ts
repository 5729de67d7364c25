import type { Services } from '#registry/services.ts'
import { readSigns } from './store.ts'

export type Signs = Awaited<ReturnType<typeof readSigns>>

/** How long what was read is good for, in milliseconds: however many look, the store is asked no oftener. */
const goodFor = 5_000

/** Reads the signs of the store, at most once in five seconds; a failure is remembered as long. */
export function rememberSigns({ db, clock }: Pick<Services, 'db' | 'clock'>): () => Promise<Signs> {
  let readAt = Number.NEGATIVE_INFINITY
  let signs: Promise<Signs> | undefined
  return () => {
    const now = clock.now()
    if (signs === undefined || now.getTime() - readAt >= goodFor) {
      readAt = now.getTime()
      signs = readSigns(db, now)
    }
    return signs
  }
}
