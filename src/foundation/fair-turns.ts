type Waiting = () => void

/** Runs what it is given for somebody, or for nobody in particular. */
export type FairTurns = <Result>(by: string | undefined, begin: () => Promise<Result>) => Promise<Result>

/**
 * Runs so many at a time, of one person never more than one: whoever brings a hundred leaves the others their turn.
 * Who was served last is served after all others.
 */
export function fairTurns(mostAtOnce: number): FairTurns {
  const queues = new Map<unknown, Waiting[]>()
  const running = new Set<unknown>()

  const beginNext = (): void => {
    for (const [by, queue] of queues) {
      if (running.size >= mostAtOnce) return
      if (running.has(by)) continue
      running.add(by)
      queue.shift()?.()
      if (queue.length === 0) queues.delete(by)
    }
  }

  return async (by, begin) => {
    // Nobody's have nobody to wait for.
    const key = by ?? Symbol('nobody')
    await new Promise<void>((resolve) => {
      const queue = queues.get(key) ?? []
      queue.push(resolve)
      queues.set(key, queue)
      beginNext()
    })
    try {
      return await begin()
    } finally {
      running.delete(key)
      const left = queues.get(key)
      queues.delete(key)
      if (left !== undefined) queues.set(key, left)
      beginNext()
    }
  }
}
