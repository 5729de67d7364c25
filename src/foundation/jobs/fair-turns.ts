import { Overloaded } from '../failures/failure.ts'

type Waiting = { readonly begin: () => void; readonly giveUp: (reason: Overloaded) => void }

/** Runs what it is given for somebody, or for nobody in particular; throws `Overloaded` where too many wait. */
export type FairTurns = <Result>(by: string | undefined, begin: () => Promise<Result>) => Promise<Result>

/** How many may wait for their turn: of one, and in all. */
export type MostWaiting = { readonly ofOne: number; readonly inAll: number }

/**
 * Runs so many at a time, of one person never more than one: whoever brings a hundred leaves the others their turn.
 * Who was served last is served after all others. Where no more may wait, whoever has most gives up their newest, so that
 * those who bring many leave the others a place as well.
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

  /** Throws unless one more may wait beside the `own` that wait. */
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
    // Nobody's have nobody to wait for.
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
