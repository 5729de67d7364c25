/** The browser features that this check needs. */
type Surroundings = {
  /** The app's current document on the server, or undefined if it could not be read. */
  readonly servedDocument: () => Promise<string | undefined>
  readonly reload: () => void
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Milliseconds. */
  readonly now: () => number
}

const key = 'reloadedAt'
const pause = 30_000

/**
 * Called when a chunk failed to load. Reloads the page if the server's document refers to another `entry`, which means
 * that a newer version of the app replaced the chunk, but not twice within `pause`. Without a newer version, a reload
 * could do harm: leaving a page also aborts requests, and a reload would bring the person back. Offline, it would not
 * help.
 */
export async function loadNewerVersion(
  entry: string,
  { servedDocument, reload, storage, now }: Surroundings,
): Promise<void> {
  const text = await servedDocument()
  if (text === undefined || text.includes(new URL(entry).pathname)) return
  const isRepeated = now() - Number(storage.getItem(key)) < pause
  storage.setItem(key, String(now()))
  if (!isRepeated) reload()
}

export async function readDocument(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}
