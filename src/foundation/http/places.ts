/** A place that is taken until it is left; to leave it twice does nothing. Once it is kept, it is not given up. */
export type Place = { readonly leave: () => void; readonly keep: () => void }

export type Places = {
  /**
   * Takes a place; undefined where there is none left. Where all are taken, one that can be given up (`hangUp`) is taken
   * from the network that has most, unless the newcomer's has as many.
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

  /** Takes the place that was taken first of the network that has most. */
  const makeRoom = (newcomer: string): void => {
    let most: readonly [string, Set<Taken>] | undefined
    for (const one of networks) if (one[1].size > (most?.[1].size ?? 0)) most = one
    if (most === undefined || most[1].size <= (networks.get(newcomer)?.size ?? 0) + 1) return
    for (const taken of most[1]) {
      if (taken.hangUp === undefined) continue
      leave(most[0], taken)
      taken.hangUp()
      return
    }
  }

  return {
    take(network, hangUp) {
      if ((networks.get(network)?.size ?? 0) >= ofNetwork) return undefined
      if (count >= inAll) makeRoom(network)
      if (count >= inAll) return undefined
      const taken: Taken = { hangUp }
      networks.set(network, (networks.get(network) ?? new Set()).add(taken))
      count += 1
      return { leave: () => leave(network, taken), keep: () => void (taken.hangUp = undefined) }
    },
    isFullFor: (network) => (networks.get(network)?.size ?? 0) >= ofNetwork,
  }
}
