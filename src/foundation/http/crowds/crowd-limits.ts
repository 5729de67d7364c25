/** How many may be served at once. */
export type CrowdLimits = {
  /** Requests that are being answered; more are told to come back. */
  readonly inAll: number
  /** Of these, those of one network: of an IPv4 address, or of the /64 of an IPv6 address. */
  readonly ofNetwork: number
}

/** A share of a tenth: an office of sixty behind one address has room, and so has a crowd behind a carrier's. */
export const usualCrowds: CrowdLimits = { inAll: 1_000, ofNetwork: 100 }

/** No network has a share; for load tests, which come from one address. */
export const noShares: CrowdLimits = { ...usualCrowds, ofNetwork: Infinity }

/** What follows from them. Waiting for a body or for a reader costs little, and holds up nobody. */
export function crowdLimits({ inAll, ofNetwork }: CrowdLimits) {
  return {
    answering: [inAll, ofNetwork],
    /** Bodies that are on their way: a buyer's is there with the request, a part of a file takes minutes. */
    bodies: [inAll / 2, ofNetwork / 2],
    /** Answers that wait for their reader: sixty people of one address who each watch a lesson, and look around meanwhile. */
    reading: [inAll, 2 * ofNetwork],
    /** The provider's deliveries, which nobody else's requests hold up. */
    webhooks: [inAll / 2, ofNetwork],
    webhookBodies: [inAll / 2, ofNetwork / 2],
    /**
     * A browser opens six where no proxy is in front. Each takes some ten kilobytes while it is idle, and one of the files
     * that the process may have open.
     */
    connections: [10 * inAll, 5 * ofNetwork],
  } as const
}
