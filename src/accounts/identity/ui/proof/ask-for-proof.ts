type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Registers how this page asks the person for a proof of identity; returns the function that unregisters it. */
export function offerToAsk(how: Ask): () => void {
  ask = how
  return () => {
    if (ask === how) ask = undefined
  }
}

/**
 * Asks the person for a proof of identity, once for calls at the same time; false if they gave none or nothing can
 * ask.
 */
export function askForProof(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
