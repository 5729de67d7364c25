import { Overloaded } from '../failures/failure.ts'

type Waiting = { readonly begin: () => void; readonly giveUp: (reason: Overloaded) => void }

/** Runs a task for an owner, or without one; throws `Overloaded` when too many wait. */
export type FairTurns = <Result>(by: string | undefined, begin: () => Promise<Result>) => Promise<Result>

/** How many can wait: per owner, and in total. */
export type MostWaiting = { readonly ofOne: number; readonly inAll: number }

/**
 * Runs a number of tasks concurrently, never more than one per owner: a hundred from one leave the others their turn.
 * The last one served goes to the end. When no more can wait, the owner with the most drops their newest.
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

  /** Throws unless one more can wait besides the owner's `own`. */
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
    // Tasks without an owner wait for no one.
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
