import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Ends and reports a connection whose server is silent for too long: the server's own time limit cannot reach us when
 * its machine or the network is gone.
 */
export function endWhenSilent(stream: Duplex, tell: () => void): void {
  if (!(stream instanceof Socket)) return
  stream.on('timeout', () => {
    const { bytesRead } = stream
    // If we were paused ourselves, such as on a suspended machine, pending data is read first.
    setImmediate(() => {
      if (stream.bytesRead !== bytesRead) return
      stream.destroy(new Error('Connection terminated: the database is silent'))
      tell()
    })
  })
}

/** The maximum silence, in milliseconds; 0 is unlimited. */
export function limitSilence(stream: Duplex, milliseconds: number): void {
  if (stream instanceof Socket) stream.setTimeout(milliseconds)
}
