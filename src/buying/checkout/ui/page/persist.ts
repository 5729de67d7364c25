/** Between tries to load a script, in milliseconds. */
const delays = [300, 1200]

/**
 * Loads a script that was not needed initially, with retries. Some browsers remember a failed address as long as the
 * page lives, and name it in the error: later tries add a query that the server ignores.
 */
export async function persist<Part>(
  load: () => Promise<Part>,
  isPart: (module: unknown) => module is Part,
): Promise<Part> {
  let again = load
  for (const [tries, delay] of delays.entries()) {
    try {
      return await again()
    } catch (error) {
      const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
      if (address !== undefined) again = () => loadFrom(`${address}?again=${tries}`, isPart)
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return again()
}

async function loadFrom<Part>(address: string, isPart: (module: unknown) => module is Part): Promise<Part> {
  const module: unknown = await import(/* @vite-ignore */ address)
  if (!isPart(module)) throw new TypeError('Another script')
  return module
}
