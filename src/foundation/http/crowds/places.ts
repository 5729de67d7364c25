/** A place that is taken until it is left; to leave it twice does nothing. */
export type Place = {
  readonly leave: () => void
  /** From now on it is not given up. */
  readonly retain: () => void
  /** From now on it can be given up, after all that could be before. */
  readonly offer: (hangUp: () => void) => void
}

export type Places = {
  /**
   * Takes a place; undefined where there is none left. Where all are taken, one that can be given up (`hangUp`) is taken
   * from the network that has most, unless the newcomer's has as many. A place that cannot be given up at first is taken
   * within a share that is the smaller the fewer are left.
   */
  readonly take: (network: string, hangUp?: () => void) => Place | undefined
  readonly isFullFor: (network: string) => boolean
}

type Taken = { hangUp: (() => void) | undefined }

/**
 * So many places in all, and no more than a share of them for the clients of one network, so that nobody keeps all others
 * out. What is counted is what is there: a network without a place takes no memory.
 */
export function createPlaces(inAll: number, ofNetwork: number): Places {
  const networks = new Map<string, Set<Taken>>()
  let count = 0

  const leave = (network: string, taken: Taken): void => {
    const own = networks.get(network)
    if (own?.delete(taken) !== true) return
    count -= 1
    if (own.size === 0) networks.delete(network)
  }

  const countOf = (network: string) => networks.get(network)?.size ?? 0

  /**
   * Gives up the place that was taken first of the network that has most, of those that have one to give. A network that
   * has none yet gets the oldest even where each has one: an IPv6 prefix is good for thousands of them.
   */
  const makeRoom = (newcomer: string): void => {
    const own = countOf(newcomer)
    let size = own === 0 ? 0 : own + 1
    let found: { readonly network: string; readonly taken: Taken } | undefined
    for (const [network, all] of networks) {
      if (all.size <= size) continue
      const taken = firstOffered(all)
      if (taken === undefined) continue
      size = all.size
      found = { network, taken }
    }
    if (found === undefined) return
    leave(found.network, found.taken)
    found.taken.hangUp?.()
  }

  /** Once half is taken, a share shrinks by the square of what is left: some hundred networks together fill all, not ten. */
  const isScarceFor = (network: string): boolean => {
    const free = Math.min(1, (inAll - count) / (inAll / 2))
    return ofNetwork < inAll && countOf(network) >= Math.max(1, ofNetwork * free ** 2)
  }

  return {
    take(network, hangUp) {
      if (countOf(network) >= ofNetwork) return undefined
      if (hangUp === undefined && isScarceFor(network)) return undefined
      if (count >= inAll) makeRoom(network)
      if (count >= inAll) return undefined
      const taken: Taken = { hangUp }
      networks.set(network, (networks.get(network) ?? new Set()).add(taken))
      count += 1
      return {
        leave: () => leave(network, taken),
        retain: () => void (taken.hangUp = undefined),
        offer(hangUpNow) {
          const own = networks.get(network)
          if (own?.delete(taken) !== true) return
          taken.hangUp = hangUpNow
          own.add(taken)
        },
      }
    },
    isFullFor: (network) => countOf(network) >= ofNetwork,
  }
}

function firstOffered(all: ReadonlySet<Taken>): Taken | undefined {
  for (const taken of all) if (taken.hangUp !== undefined) return taken
  return undefined
}
