import type { FastifyRequest } from 'fastify'

/**
 * Whether a host name, as an address has it, means the machine that asks: `localhost`, `127.0.0.1`, `[::1]`, and what
 * servers say that listen everywhere.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
}

/** What a proxy says of whom it asks for. */
const forwarding = /^(?:x-forwarded(?:-.+)?|forwarded|via|x-real-ip|.+-(?:connecting|client)-ip)$/

/**
 * Whether a request was made on this machine, at an address of this machine. What a proxy or a tunnel passes on comes from
 * here as well, so that nothing in it may speak of another place.
 */
export function isFromThisMachine({ headers, raw, host }: FastifyRequest, publicUrl: string): boolean {
  const addresses = [publicUrl, `http://${host}`]
  const isHere = addresses.every((url) => URL.canParse(url) && isLoopback(new URL(url).hostname))
  return (
    isHere &&
    isLoopbackPeer(raw.socket.remoteAddress) &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  )
}

/** A request that comes over no network, as tests and the demo make it, names loopback as well. */
function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(address)
}
