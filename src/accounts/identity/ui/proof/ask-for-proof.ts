type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Registers how this page asks people to prove their identity. Returns the function that unregisters it. */
export function offerToAsk(how: Ask): () => void {
  ask = how
  return () => {
    if (ask === how) ask = undefined
  }
}

/**
 * Asks people to prove their identity, once for simultaneous calls. Returns false if they did not or nothing can ask.
 */
export function askForProof(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
