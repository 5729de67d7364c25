/** The delays before a script is loaded again, in milliseconds. */
const delays = [300, 1200]

/**
 * Loads a script that was not needed at the start, and retries on failure. Some browsers remember a failed URL as long
 * as the page is open, and name it in the error. Later attempts add a query that the server ignores.
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
