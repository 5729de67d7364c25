/** Requests that a fault holds until they are released or their client disconnects. */
export type Holds = {
  /** Resolves to the reason why the wait ended. */
  readonly hold: (whenGone: (gone: () => void) => void) => Promise<'released' | 'client_gone'>
  readonly releaseAll: () => number
}

export function createHolds(): Holds {
  const waiting = new Set<() => void>()
  return {
    hold(whenGone) {
      return new Promise((resolve) => {
        const release = () => {
          waiting.delete(release)
          resolve('released')
        }
        waiting.add(release)
        whenGone(() => {
          waiting.delete(release)
          resolve('client_gone')
        })
      })
    },
    releaseAll() {
      const count = waiting.size
      for (const release of waiting) release()
      return count
    },
  }
}
