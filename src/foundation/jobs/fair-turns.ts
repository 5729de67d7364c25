import { Overloaded } from '../failures/failure.ts'

type Waiting = { readonly begin: () => void; readonly giveUp: (reason: Overloaded) => void }

/** Runs a task for an owner, or without one. Throws `Overloaded` if too many are waiting. */
export type FairTurns = <Result>(by: string | undefined, begin: () => Promise<Result>) => Promise<Result>

/** How many tasks can wait: for each owner, and in total. */
export type MostWaiting = { readonly ofOne: number; readonly inAll: number }

/**
 * Runs a number of tasks at the same time, but never more than one per owner: even if one owner has a hundred tasks,
 * others get their turn. The owner served last goes to the end of the queue. If no more tasks can wait, the owner with
 * the most tasks loses their newest one.
 */
export function fairTurns(
  mostAtOnce: number,
  most: MostWaiting = { ofOne: Infinity, inAll: Infinity },
): FairTurns {
  const queues = new Map<unknown, Waiting[]>()
  const running = new Set<unknown>()

  const beginNext = (): void => {
    for (const [by, queue] of queues) {
      if (running.size >= mostAtOnce) return
      if (running.has(by)) continue
      running.add(by)
      queue.shift()?.begin()
      if (queue.length === 0) queues.delete(by)
    }
  }

  /** Throws unless one more task can wait, in addition to the owner's `own`. */
  const makeRoom = (own: number): void => {
    if (own >= most.ofOne) throw new Overloaded()
    let inAll = 0
    let longest: Waiting[] = []
    for (const queue of queues.values()) {
      inAll += queue.length
      if (queue.length > longest.length) longest = queue
    }
    if (inAll < most.inAll) return
    if (longest.length <= own + 1) throw new Overloaded()
    longest.pop()?.giveUp(new Overloaded())
  }

  return async (by, begin) => {
    // Tasks without an owner do not wait for a particular turn.
    const key = by ?? Symbol('nobody')
    const queue = queues.get(key) ?? []
    makeRoom(queue.length)
    await new Promise<void>((resolve, reject) => {
      queue.push({ begin: resolve, giveUp: reject })
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
