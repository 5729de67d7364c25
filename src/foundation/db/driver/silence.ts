import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Ends a connection whose server is silent for too long, and reports that. The server's own time limit cannot
 * reach us if its machine or the network is gone.
 */
export function endWhenSilent(stream: Duplex, tell: () => void): void {
  if (!(stream instanceof Socket)) return
  stream.on('timeout', () => {
    const { bytesRead } = stream
    // If our own process was paused, for example on a suspended machine, pending data is read first.
    setImmediate(() => {
      if (stream.bytesRead !== bytesRead) return
      stream.destroy(new Error('Connection terminated: the database is silent'))
      tell()
    })
  })
}

/** The longest allowed silence in milliseconds, or 0 for no limit. */
export function limitSilence(stream: Duplex, milliseconds: number): void {
  if (stream instanceof Socket) stream.setTimeout(milliseconds)
}
