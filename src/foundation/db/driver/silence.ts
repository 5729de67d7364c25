import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Ends a connection whose server is silent for longer than it may be, and tells of it: the server's own time limit cannot
 * reach us when its machine or the network is gone.
 */
export function endWhenSilent(stream: Duplex, tell: () => void): void {
  if (!(stream instanceof Socket)) return
  stream.on('timeout', () => {
    const { bytesRead } = stream
    // Where we stood still ourselves, as on a machine that was paused, what came meanwhile is read first.
    setImmediate(() => {
      if (stream.bytesRead !== bytesRead) return
      stream.destroy(new Error('Connection terminated: the database is silent'))
      tell()
    })
  })
}

/** How long it may be silent, in milliseconds; 0 is without end. */
export function limitSilence(stream: Duplex, milliseconds: number): void {
  if (stream instanceof Socket) stream.setTimeout(milliseconds)
}
